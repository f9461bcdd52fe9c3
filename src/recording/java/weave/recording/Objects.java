package weave.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The control objects of a probe: when they were open, and what they did meanwhile. */
final class Objects {
    /** Objects of a report. */
    static final int MOST = 2_000;
    /** Objects that are followed; later ones are counted only. */
    private static final int FOLLOWED = 6_000;
    static final int IDLE = -1;
    static final int WITHOUT_TYPE = -2;

    private final Span span;
    private final Map<String, Entry> all = new HashMap<>();
    private long others;
    private List<Entry> shown;

    /** One object of one JVM. */
    static final class Entry {
        final long id;
        final int jvm;
        String name;
        String type;
        long opened = Long.MIN_VALUE;
        long closed = Long.MIN_VALUE;
        long count;
        long duration;
        int index = -1;
        final Line line = new Line();

        Entry(long id, int jvm) {
            this.id = id;
            this.jvm = jvm;
        }
    }

    Objects(Span span) {
        this.span = span;
    }

    /** How an object is named in an event. */
    static String key(int jvm, long id) {
        return jvm + " " + id;
    }

    /** Null for one that is not followed. */
    Entry entry(int jvm, long id) {
        String key = key(jvm, id);
        Entry entry = all.get(key);
        if (entry == null) {
            if (all.size() >= FOLLOWED) {
                others++;
                return null;
            }
            entry = new Entry(id, jvm);
            all.put(key, entry);
        }
        return entry;
    }

    void event(int jvm, long id, String name, String type, String action, long time) {
        Entry entry = entry(jvm, id);
        if (entry == null) {
            return;
        }
        entry.name = name != null ? name : entry.name;
        entry.type = type != null ? type : entry.type;
        if ("OPEN".equals(action) && (entry.opened == Long.MIN_VALUE || time < entry.opened)) {
            entry.opened = time;
        } else if ("CLOSE".equals(action)) {
            entry.closed = Math.max(entry.closed, time);
        }
    }

    void payload(Entry entry, int type, long time, long nanos) {
        entry.count++;
        entry.duration += nanos;
        entry.line.add(span, type, time, nanos);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<Entry> shown() {
        if (shown == null) {
            List<Entry> sorted = new ArrayList<>(all.values());
            sorted.sort(Comparator.comparingLong((Entry one) -> -one.duration).thenComparingLong(one -> -one.count)
                    .thenComparingInt(one -> one.jvm).thenComparingLong(one -> one.id));
            shown = sorted.subList(0, Math.min(MOST, sorted.size()));
            for (int i = 0; i < shown.size(); i++) {
                shown.get(i).index = i;
            }
        }
        return shown;
    }

    int index(String key) {
        Entry entry = key == null ? null : all.get(key);
        return entry == null ? -1 : entry.index;
    }

    void write(Json json, Strings strings) {
        List<Entry> rows = shown();
        json.beginObject();
        json.numbers("id", to -> rows.forEach(one -> to.accept(one.id)));
        json.numbers("jvm", to -> rows.forEach(one -> to.accept(one.jvm)));
        json.numbers("name", to -> rows.forEach(one -> to.accept(strings.index(one.name))));
        json.numbers("type", to -> rows.forEach(one -> to.accept(strings.index(one.type))));
        times(json, "opened", rows, true);
        times(json, "closed", rows, false);
        json.numbers("count", to -> rows.forEach(one -> to.accept(one.count)));
        json.numbers("duration", to -> rows.forEach(one -> to.accept(one.duration)));
        json.put("steps", Span.STEPS).put("stepNanos", span.stepNanos).put("of", all.size()).put("ofIsLower", others > 0);
        json.key("runs").beginArray();
        rows.forEach(one -> runs(json, one));
        json.endArray().endObject();
    }

    private void times(Json json, String key, List<Entry> rows, boolean isOpened) {
        json.key(key).beginArray();
        for (Entry row : rows) {
            long time = isOpened ? row.opened : row.closed;
            if (time == Long.MIN_VALUE) {
                json.value(null);
            } else {
                json.value(time - span.start);
            }
        }
        json.endArray();
    }

    /** One that was open all the time has neither beginning nor end: it is drawn from its first use on. */
    private void runs(Json json, Entry one) {
        int from = one.opened != Long.MIN_VALUE ? span.step(one.opened) : one.line.isEmpty() ? 0 : one.line.first();
        int to = one.closed != Long.MIN_VALUE ? span.step(one.closed) : Span.STEPS - 1;
        if (!one.line.isEmpty()) {
            from = Math.min(from, one.line.first());
            to = Math.max(to, one.line.last());
        }
        one.line.write(json, from, to);
    }
}

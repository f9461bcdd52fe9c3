package weave.recording;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/** The states that probes gave to threads. */
final class States {
    static final String EVENT = "weave.ThreadState";

    private final Context context;
    private final List<String> states = new ArrayList<>(List.of("RUNNABLE", "WAITING", "BLOCKED", "NETIO"));
    private final Map<Integer, Row> rows = new TreeMap<>();
    private final Map<String, long[]> probes = new TreeMap<>();

    private static final class Row {
        final Line line = new Line();
        long[] totals = new long[0];
        long[] counts = new long[0];

        void add(int state, long nanos) {
            if (state >= totals.length) {
                totals = Arrays.copyOf(totals, state + 1);
                counts = Arrays.copyOf(counts, state + 1);
            }
            totals[state] += nanos;
            counts[state]++;
        }
    }

    States(Context context) {
        this.context = context;
    }

    void add(RecordedEvent event, int jvm) {
        long time = Events.nanos(event.getStartTime());
        int thread = context.threads.index(event.getThread(), jvm);
        if (!context.span.has(time) || !context.options.isThreadWanted(context.threads.name(thread))) {
            return;
        }
        String name = String.valueOf(event.getString("state"));
        int state = states.indexOf(name);
        if (state < 0) {
            state = states.size();
            states.add(name);
        }
        long nanos = Events.duration(event);
        Row row = rows.computeIfAbsent(thread, none -> new Row());
        row.add(state, nanos);
        row.line.add(context.span, state, time, nanos);
        long[] sums = probes.computeIfAbsent(event.getString("probe") + "\0" + state, none -> new long[2]);
        sums[0] += nanos;
        sums[1]++;
    }

    void write(Json json) {
        json.key("threadStates");
        if (rows.isEmpty()) {
            json.value(null);
            return;
        }
        json.beginObject().key("states").beginArray();
        states.forEach(json::value);
        json.endArray().put("steps", Span.STEPS).put("stepNanos", context.span.stepNanos).key("rows").beginArray();
        rows.forEach((thread, row) -> {
            json.beginObject().put("thread", thread);
            json.numbers("totals", Arrays.copyOf(row.totals, states.size())).numbers("counts", Arrays.copyOf(row.counts, states.size()));
            json.key("runs");
            row.line.write(json, row.line.first(), row.line.last());
            json.endObject();
        });
        json.endArray().key("probes").beginObject();
        json.numbers("probe", to -> probes.keySet().forEach(key -> to.accept(context.strings.index(key.substring(0, key.lastIndexOf('\0'))))));
        json.numbers("state", to -> probes.keySet().forEach(key -> to.accept(Long.parseLong(key.substring(key.lastIndexOf('\0') + 1)))));
        json.numbers("duration", to -> probes.values().forEach(sums -> to.accept(sums[0])));
        json.numbers("count", to -> probes.values().forEach(sums -> to.accept(sums[1])));
        json.endObject().endObject();
    }
}

package weave.recording;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;

/** All that a recording has of a probe. */
final class Probe {
    private static final String[] FORCED = {"enabled", "threshold", "throttle", "stackTrace", "splitThreshold"};

    private final Context context;
    /** Prefix and key. */
    final String name;
    final String key;
    private final String prefix;
    String label;
    private String description;
    private String rule;
    private boolean hasTotals;
    private boolean hasPayloads;
    /** Names of types, with their colours; null for none. */
    private final Map<String, String> colors = new LinkedHashMap<>();
    private final List<String> types = new ArrayList<>();
    private final Map<String, TreeSet<String>> force = new TreeMap<>();
    private final Measure measure = new Measure();
    private final Table texts;
    private final Table collapsed;
    private final Table byType;
    private final Table byObject;
    private final Objects objects;
    private final Kept kept;
    private final long[] counts = new long[Span.BUCKETS];
    private final long[] durations = new long[Span.BUCKETS];
    private final long[] exceptions = new long[Span.BUCKETS];
    private final Grid heat = new Grid(Span.BUCKETS);
    private final Grid cells = new Grid(Span.CELLS);
    private long splits;
    private long objectEvents;
    /** Its place in the report. */
    int index = -1;

    Probe(Context context, String name) {
        this.context = context;
        this.name = name;
        this.key = name.substring(name.lastIndexOf('.') + 1);
        this.prefix = name.substring(0, Math.max(0, name.length() - key.length() - 1));
        this.label = key;
        this.collapsed = new Table(context.budget, text -> new Row(text, null));
        this.texts = new Table(context.budget, text -> new Row(text, collapsed.row(Collapse.literals(text))));
        this.byType = new Table(context.budget, text -> new Row(text, null));
        this.byObject = new Table(context.budget, text -> new Row(text, null));
        this.objects = new Objects(context.span);
        this.kept = new Kept(context.options.events);
    }

    void describe(String label, String description, String rule) {
        this.label = label != null ? label : this.label;
        this.description = description != null ? description : this.description;
        this.rule = rule != null ? rule : this.rule;
    }

    /** True if it is one of those that are asked for. */
    boolean isWanted() {
        List<String> wanted = context.options.probes;
        return wanted.isEmpty() || wanted.contains(key) || wanted.contains(label) || wanted.contains(name);
    }

    void type(RecordedEvent event) {
        String type = event.getString("type");
        if (type != null) {
            colors.put(type, event.getString("color"));
            typeIndex(type);
        }
    }

    private int typeIndex(String type) {
        if (type == null) {
            return -1;
        }
        int index = types.indexOf(type);
        if (index < 0) {
            index = types.size();
            types.add(type);
        }
        return index;
    }

    void setting(Types.Kind kind, String setting, String value) {
        String forced = kind == Types.Kind.PAYLOAD ? setting : kind == Types.Kind.SPLIT && setting.equals("threshold") ? "splitThreshold" : null;
        if (forced != null) {
            force.computeIfAbsent(forced, none -> new TreeSet<>()).add(value);
        }
    }

    void controlObject(RecordedEvent event, int jvm) {
        objectEvents++;
        RecordedClass type = event.getClass("type");
        objects.event(jvm, event.getLong("controlObject"), event.getString("name"), type == null ? null : type.getName(),
                event.getString("action"), Events.nanos(event.getStartTime()));
    }

    void split() {
        splits++;
    }

    void totals(RecordedEvent event) {
        long time = Events.nanos(event.getStartTime());
        if (!context.span.has(time)) {
            return;
        }
        hasTotals = true;
        long count = event.getLong("count");
        long nanos = event.getDuration("totalDuration").toNanos();
        long thrown = event.getLong("exceptions");
        String text = text(event.getString("name"));
        measure.addSum(count, nanos, thrown);
        int bucket = context.span.bucket(time);
        counts[bucket] += count;
        durations[bucket] += nanos;
        exceptions[bucket] += thrown;
        int cell = context.span.cell(time);
        Row row = texts.row(text);
        row.addSum(cell, count, nanos, thrown);
        collapsed(row, text).addSum(cell, count, nanos, thrown);
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }

    private Row collapsed(Row row, String text) {
        return row.collapsed != null ? row.collapsed.now() : collapsed.row(Collapse.literals(Strings.cut(text)));
    }

    void payload(RecordedEvent event, int jvm) {
        long time = Events.nanos(event.getStartTime());
        if (!context.span.has(time)) {
            return;
        }
        int thread = context.threads.index(event.getThread(), jvm);
        if (!context.options.isThreadWanted(context.threads.name(thread))) {
            return;
        }
        hasPayloads = true;
        long nanos = Events.duration(event);
        String text = text(event.getString("payload"));
        String type = event.getString("type");
        String exception = event.getString("exception");
        boolean isException = exception != null;
        long object = event.getLong("controlObject");
        int node = context.traces.node(event.getStackTrace());
        int cell = context.span.cell(time);
        int bucket = context.span.bucket(time);
        measure.add(nanos, isException);
        counts[bucket]++;
        durations[bucket] += nanos;
        exceptions[bucket] += isException ? 1 : 0;
        int step = Measure.step(nanos);
        heat.add(bucket, step >> 2);
        cells.add(cell, step);
        Row row = texts.row(text);
        row.add(cell, nanos, isException, node);
        collapsed(row, text).add(cell, nanos, isException, node);
        if (type != null) {
            byType.row(type).add(cell, nanos, isException, -1);
        }
        if (object != 0) {
            Objects.Entry entry = objects.entry(jvm, object);
            if (entry != null) {
                objects.payload(entry, type == null ? Objects.WITHOUT_TYPE : typeIndex(type), time, nanos);
            }
            String name = entry == null ? Table.REST : entry.name == null ? "#" + object : entry.name;
            byObject.row(name).add(cell, nanos, isException, -1);
        }
        kept.add(row, nanos, isException, () -> new Event(time, nanos, Strings.cut(text), type, object == 0 ? null : Objects.key(jvm, object),
                event.getLong("id"), event.getLong("outer"), event.getInt("depth"), event.getString("method"),
                exception, node, thread));
    }

    boolean isEmpty() {
        return measure.count == 0 && splits == 0 && objectEvents == 0;
    }

    long events() {
        return kept.seen;
    }

    void write(Json json, int mostEvents) {
        Strings strings = context.strings;
        json.beginObject().put("key", key).put("label", label).put("description", description).put("rule", rule).put("prefix", prefix);
        json.key("force").beginObject();
        for (String forced : FORCED) {
            json.put(forced, force.containsKey(forced) ? String.join(", ", force.get(forced)) : null);
        }
        json.endObject().put("totals", hasTotals && !hasPayloads);
        collapsed.sorted();
        List<Row> rows = texts.sorted();
        boolean joins = collapsed.texts() < texts.texts();
        json.put("count", measure.count).put("duration", measure.duration).put("exceptions", measure.exceptions);
        json.putKnown("max", measure.isSpread ? measure.max : -1);
        json.putKnown("p50", measure.percentile(0.5)).putKnown("p95", measure.percentile(0.95)).putKnown("p99", measure.percentile(0.99));
        json.put("splits", splits).put("controlObjectEvents", objectEvents);
        json.key("series").beginObject().numbers("count", counts).numbers("duration", durations).numbers("exceptions", exceptions).endObject();
        json.key("heat");
        heat.write(json);
        json.key("cells");
        cells.write(json);
        json.put("textCount", texts.texts()).put("textCountIsLower", texts.isLower()).put("collapsedCount", collapsed.texts());
        json.key("texts");
        texts.write(json, strings, joins);
        json.key("collapsed");
        write(json, collapsed, joins);
        json.key("byType");
        byType.write(json, strings, false);
        json.key("byControlObject");
        write(json, byObject, byObject.size() > 0);
        json.key("objects");
        if (objects.isEmpty()) {
            json.value(null);
        } else {
            objects.write(json, strings);
        }
        writeEvents(json, kept.chosen(rows, mostEvents));
        json.key("types").beginArray();
        for (String type : types) {
            json.beginObject().put("name", strings.index(type)).put("color", colors.get(type)).endObject();
        }
        json.endArray().endObject();
    }

    private void write(Json json, Table table, boolean isThere) {
        if (isThere) {
            table.write(json, context.strings, false);
        } else {
            json.value(null);
        }
    }

    private void writeEvents(Json json, List<Event> all) {
        Strings strings = context.strings;
        List<Event> events = Collections.unmodifiableList(all);
        json.key("events").beginObject();
        json.numbers("time", to -> events.forEach(one -> to.accept(one.time - context.span.start)));
        json.numbers("duration", to -> events.forEach(one -> to.accept(one.duration)));
        json.numbers("text", to -> events.forEach(one -> to.accept(strings.index(one.text))));
        json.numbers("type", to -> events.forEach(one -> to.accept(typeIndex(one.type))));
        json.numbers("object", to -> events.forEach(one -> to.accept(objects.index(one.object))));
        json.key("id").beginArray();
        events.forEach(one -> json.value(one.id == 0 ? "" : Long.toString(one.id)));
        json.endArray().key("outer").beginArray();
        events.forEach(one -> json.value(one.outer == 0 ? "" : Long.toString(one.outer)));
        json.endArray();
        json.numbers("depth", to -> events.forEach(one -> to.accept(one.depth)));
        json.numbers("method", to -> events.forEach(one -> to.accept(strings.index(one.method))));
        json.numbers("exception", to -> events.forEach(one -> to.accept(strings.index(one.exception))));
        json.numbers("node", to -> events.forEach(one -> to.accept(one.node)));
        json.numbers("thread", to -> events.forEach(one -> to.accept(one.thread)));
        json.numbers("why", to -> events.forEach(one -> to.accept(one.why)));
        json.put("of", kept.seen).endObject();
    }
}

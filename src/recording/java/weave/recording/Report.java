package weave.recording;

import java.util.List;

/** Writes what was read. Texts and stacks come last: the parts before them name them by numbers. */
final class Report {
    static final int SCHEMA = 1;

    private final Reader reader;
    private final Context context;
    private final List<Integer> chunks;
    private final List<Long> sizes;
    private final int mostEvents;

    Report(Reader reader, List<Integer> chunks, List<Long> sizes, int mostEvents) {
        this.reader = reader;
        this.context = reader.context;
        this.chunks = chunks;
        this.sizes = sizes;
        this.mostEvents = mostEvents;
    }

    void write(Json json) {
        Span span = context.span;
        Strings strings = context.strings;
        List<Probe> probes = reader.probes;
        long payloads = probes.stream().mapToLong(Probe::events).sum();
        json.beginObject().put("kind", "report").key("report").beginObject().put("schema", SCHEMA);
        writeRecording(json, span);
        reader.about.writeJvms(json);
        context.loss.write(json, span);
        json.key("probes").beginArray();
        for (Probe probe : probes) {
            probe.write(json, share(probe, payloads, probes.size()));
        }
        json.endArray();
        writeSamples(json);
        reader.telemetries.write(json);
        reader.states.write(json);
        reader.about.writeSettings(json, strings);
        reader.types.write(json, strings);
        context.threads.write(json);
        context.traces.write(json);
        strings.write(json);
        json.endObject().endObject();
    }

    /** How many events of a probe are kept: a half of the room is shared evenly, the other by how many there are. */
    private int share(Probe probe, long payloads, int probes) {
        if (payloads <= mostEvents) {
            return (int) probe.events();
        }
        long even = mostEvents / 2 / Math.max(1, probes);
        return (int) (even + (double) mostEvents / 2 * probe.events() / payloads);
    }

    private void writeRecording(Json json, Span span) {
        json.key("recording").beginObject().put("start", Math.floorDiv(span.start, 1_000_000L)).put("startNanos", Math.floorMod(span.start, 1_000_000L));
        json.put("duration", span.end - span.start).put("buckets", Span.BUCKETS).put("bucketNanos", span.bucketNanos);
        json.put("cells", Span.CELLS).put("cellNanos", span.cellNanos).put("events", reader.events).put("weaveEvents", reader.weaveEvents);
        json.key("files").beginArray();
        for (int i = 0; i < chunks.size(); i++) {
            json.beginObject().put("name", String.valueOf(context.options.files.get(i).getFileName())).put("bytes", sizes.get(i))
                    .put("chunks", chunks.get(i)).endObject();
        }
        json.endArray().put("isCut", span.isCut).key("onlyProbes").beginArray();
        context.options.probes.forEach(json::value);
        json.endArray().key("onlyThreads").beginArray();
        context.options.threads.forEach(json::value);
        json.endArray().endObject();
    }

    private void writeSamples(Json json) {
        Samples execution = reader.execution;
        Samples better = reader.cpuTime;
        json.key("cpu");
        if (execution.isEmpty() && better.isEmpty()) {
            json.value(null);
        } else {
            (better.number >= execution.number ? better : execution).write(json, reader.splits);
        }
        json.key("allocations").beginArray();
        for (Samples one : reader.allocations) {
            if (!one.isEmpty()) {
                one.write(json, reader.splits);
            }
        }
        json.endArray();
    }
}

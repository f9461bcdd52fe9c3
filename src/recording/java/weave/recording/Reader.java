package weave.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads all chunks twice: first what is rare, with the samples of processor and allocations; then payloads and splits, which are joined with the
 * samples. A split is recorded at its end, so after its samples, and maybe in a later chunk.
 */
final class Reader {
    private static final String EXECUTION = "jdk.ExecutionSample";
    private static final String CPU_TIME = "jdk.CPUTimeSample";
    private static final String ALLOCATION = "jdk.ObjectAllocationSample";
    private static final String HEAP = "weave.heap.Sample";
    private static final String JVM = "jdk.JVMInformation";
    /** So many events of a chunk wait for the one that says which JVM it is of. */
    private static final int WAITING = 20_000;

    final Context context;
    final Types types;
    final About about = new About();
    final States states;
    final Telemetries telemetries;
    final Samples execution;
    final Samples cpuTime;
    final List<Samples> allocations = new ArrayList<>();
    final Splits splits = new Splits();
    /** Those of the report, once all is read. */
    final List<Probe> probes = new ArrayList<>();
    /** Not in the first pass. */
    private final Map<String, Samples> samples = new HashMap<>();
    long events;
    long weaveEvents;
    private final LongConsumer progress;
    private long done;

    Reader(Context context, LongConsumer progress) {
        this.context = context;
        this.progress = progress;
        types = new Types(context);
        states = new States(context);
        telemetries = new Telemetries(context);
        execution = sampled(EXECUTION, "CPU samples", false);
        cpuTime = sampled(CPU_TIME, "CPU time samples", false);
        allocations.add(sampled(ALLOCATION, "Allocation samples", true));
        allocations.add(sampled(HEAP, "Heap samples of woven code", true));
    }

    private Samples sampled(String event, String label, boolean isOfAllocations) {
        Samples made = new Samples(context, event, label, isOfAllocations);
        samples.put(event, made);
        return made;
    }

    void read(List<Chunk> chunks) throws IOException {
        int jvm = -1;
        Path file = null;
        for (Chunk chunk : chunks) {
            chunk.jvm = chunk.file.equals(file) ? jvm : -1;
            file = chunk.file;
            first(chunk);
            jvm = chunk.jvm;
            advance(chunk.size / 4);
        }
        execution.without(cpuTime);
        samples.values().forEach(Samples::sort);
        for (Chunk chunk : chunks) {
            second(chunk);
            advance(chunk.size - chunk.size / 4);
        }
        for (Probe probe : types.probes()) {
            if (probe.isWanted()) {
                probe.index = probes.size();
                probes.add(probe);
            }
        }
        samples.values().forEach(one -> one.join(splits));
    }

    private void advance(long bytes) {
        done += bytes;
        progress.accept(done);
    }

    private void newChunk() {
        context.traces.newChunk();
        context.threads.newChunk();
    }

    private void first(Chunk chunk) throws IOException {
        newChunk();
        try (Chunk.Single single = chunk.open()) {
            List<EventType> all;
            try (RecordingFile recording = new RecordingFile(single.path)) {
                all = recording.readEventTypes();
            }
            types.newChunk(all);
            List<RecordedEvent> waiting = new ArrayList<>();
            try (EventStream stream = EventStream.openFile(single.path)) {
                stream.setOrdered(false);
                stream.setReuse(false);
                Set<String> wanted = new HashSet<>();
                for (EventType type : all) {
                    if (isOfFirst(types.of(type)) && wanted.add(type.getName())) {
                        stream.onEvent(type.getName(), event -> take(chunk, event, waiting));
                    }
                }
                stream.onError(error -> context.loss.broken(chunk, error));
                stream.start();
            }
            flush(chunk, waiting);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            context.loss.broken(chunk, e);
        }
    }

    private boolean isOfFirst(Types.Type type) {
        switch (type.kind) {
            case CONTROL_OBJECT:
            case TYPE:
            case TELEMETRY:
                return true;
            case OTHER:
                return samples.containsKey(type.name) || Telemetries.OF_JVM.containsKey(type.name)
                        || List.of(JVM, States.EVENT, "jdk.DataLoss", "jdk.ActiveSetting", "jdk.OSInformation", "jdk.CPUInformation",
                                "jdk.PhysicalMemory").contains(type.name);
            default:
                return false;
        }
    }

    private void take(Chunk chunk, RecordedEvent event, List<RecordedEvent> waiting) {
        if (event.getEventType().getName().equals(JVM)) {
            chunk.jvm = about.jvm(event);
            flush(chunk, waiting);
        } else if (chunk.jvm < 0 && waiting.size() < WAITING) {
            waiting.add(event);
        } else {
            flush(chunk, waiting);
            rare(chunk, event);
        }
    }

    private void flush(Chunk chunk, List<RecordedEvent> waiting) {
        if (chunk.jvm < 0) {
            chunk.jvm = about.unknown(chunk.file.toString());
        }
        waiting.forEach(event -> rare(chunk, event));
        waiting.clear();
    }

    private void rare(Chunk chunk, RecordedEvent event) {
        Types.Type type = types.of(event.getEventType());
        switch (type.kind) {
            case CONTROL_OBJECT:
                type.probe.controlObject(event, chunk.jvm);
                return;
            case TYPE:
                type.probe.type(event);
                return;
            case TELEMETRY:
                telemetries.add(event, type);
                return;
            default:
                break;
        }
        Samples of = samples.get(type.name);
        if (of != null) {
            of.add(event, chunk.jvm);
            return;
        }
        switch (type.name) {
            case States.EVENT:
                states.add(event, chunk.jvm);
                break;
            case "jdk.DataLoss":
                context.loss.lost(event);
                break;
            case "jdk.ActiveSetting":
                setting(event);
                break;
            case "jdk.OSInformation":
                about.os(event);
                break;
            case "jdk.CPUInformation":
                about.cpu(event);
                break;
            case "jdk.PhysicalMemory":
                about.memory(event);
                break;
            default:
                telemetries.add(event, type);
        }
    }

    private void setting(RecordedEvent event) {
        Types.Type of = types.byId(event.getLong("id"));
        about.setting(of == null ? "#" + event.getLong("id") : of.name, event);
        if (of != null && of.probe != null) {
            of.probe.setting(of.kind, event.getString("name"), String.valueOf(event.getString("value")));
        }
    }

    private void second(Chunk chunk) {
        newChunk();
        try (Chunk.Single single = chunk.open(); RecordingFile recording = new RecordingFile(single.path)) {
            types.newChunk(recording.readEventTypes());
            boolean isEarly = about.feature(chunk.jvm) < 25;
            int counted = 0;
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                Types.Type type = types.of(event.getEventType());
                type.count++;
                events++;
                if (++counted % 100_000 == 0) {
                    progress.accept(done);
                }
                switch (type.kind) {
                    case PAYLOAD:
                        weaveEvents++;
                        if (type.probe.isWanted()) {
                            type.probe.payload(event, chunk.jvm);
                        }
                        break;
                    case SPLIT:
                        weaveEvents++;
                        if (type.probe.isWanted()) {
                            split(type.probe, event, chunk, isEarly);
                        }
                        break;
                    case TOTALS:
                        weaveEvents++;
                        type.probe.totals(event);
                        break;
                    case OTHER:
                        weaveEvents += type.name.startsWith("weave.") ? 1 : 0;
                        break;
                    default:
                        weaveEvents++;
                }
            }
        } catch (IOException | RuntimeException | StackOverflowError e) {
            context.loss.broken(chunk, e);
        }
    }

    private void split(Probe probe, RecordedEvent event, Chunk chunk, boolean isEarly) {
        long start = Events.nanos(event.getStartTime());
        long nanos = Events.duration(event);
        String name = event.getString("name");
        RecordedClass type = event.getClass("declaringClass");
        int split = splits.index(probe, name == null ? "" : name, type == null ? null : type.getName(), event.getString("method"), nanos);
        int thread = context.threads.index(event.getThread(), chunk.jvm);
        int node = context.traces.node(event.getStackTrace());
        probe.split();
        for (Samples of : samples.values()) {
            of.split(thread, start, start + nanos, split, event.getInt("depth"), node, isEarly && of == execution);
        }
    }
}

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import weave.runtime.HeapSampling;

/** What recordings have of the sampler. Each method needs a JVM of its own. */
final class HeapRecorded {
    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        List<RecordedEvent> found = new ArrayList<>();
        for (RecordedEvent event : events) {
            if (event.getEventType().getName().equals("weave.heap." + name)) {
                found.add(event);
            }
        }
        return found;
    }

    private static void allocate() {
        for (int i = 0; i < 100; i++) {
            Things.small();
            Things.bytes(i);
            Things.nested(2, 3);
        }
    }

    /** With {@code start=recording,rate=0}. */
    static void everyAllocationIsRecordedOnceAndStartsInItsMethod() {
        allocate();
        Tape tape = Tape.start();
        allocate();
        Check.that(!HeapSampling.isRunning(), "a recording starts the sets of traces");
        Check.equal(0L, HeapSampling.stats().getSampleCount());
        List<RecordedEvent> samples = named(tape.stop(), "Sample");
        Map<String, Integer> counts = new HashMap<>();
        long bytes = 0;
        for (RecordedEvent sample : samples) {
            counts.merge(sample.getClass("objectClass").getName(), 1, Integer::sum);
            Check.equal(sample.getLong("size"), sample.getLong("weight"));
            Check.equal(0L, sample.getLong("rate"));
            Check.that(sample.getLong("bytecodeIndex") == 0 || sample.getInt("bytecodeIndex") > 0, "pc");
            if (sample.getClass("objectClass").getName().equals("[B")) {
                bytes += sample.getLong("size");
            }
            List<RecordedFrame> frames = sample.getStackTrace().getFrames();
            Check.equal("Adapters", frames.get(0).getMethod().getType().getName());
            Check.equal("Things", frames.get(1).getMethod().getType().getName());
            Check.equal("HeapRecorded", frames.get(2).getMethod().getType().getName());
        }
        Check.equal(Map.of("Things$Small", 100, "[B", 100, "[[I", 100, "[I", 200), counts);
        long expected = 0;
        for (int i = 0; i < 100; i++) {
            expected += weave.runtime.Inside.size(byte.class, i);
        }
        Check.equal(expected, bytes);
        RecordedEvent first = samples.get(0);
        Check.equal("Things.small()LThings$Small;", first.getString("site"));
        Check.equal(11, first.getInt("line"));
        Check.equal(3, first.getInt("bytecodeIndex"));
        // Nothing any more, and all again with the next recording.
        allocate();
        Tape second = Tape.start();
        Things.small();
        Check.equal(1, named(second.stop(), "Sample").size());
    }

    static void theSampleEventCanBeSwitchedOff() {
        Tape tape = Tape.start("weave.heap.Sample#enabled", "false");
        allocate();
        List<RecordedEvent> events = tape.stop();
        Check.equal(0, named(events, "Sample").size());
        Check.equal(0, named(events, "Collected").size());
    }

    static void settingsOfARunningRecordingAreFollowed() throws InterruptedException {
        Tape tape = Tape.start("weave.heap.Sample#enabled", "false");
        Things.small();
        tape.recording.enable("weave.heap.Sample");
        for (int i = 0; i < 300; i++) {
            Things.large();
            Thread.sleep(10);
        }
        int found = named(tape.stop(), "Sample").size();
        Check.that(found > 10 && found <= 300, found + " samples");
    }

    /** Objects by site, those that live and those that do not: from the events alone. */
    static void liveAndGarbageBySiteComeFromTheEvents() throws InterruptedException {
        Tape tape = Tape.start("weave.heap.Collected#enabled", "true");
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            kept.add(Things.kept(i));
            Things.small();
        }
        kept.subList(0, 15).clear();
        System.gc();
        // The queue of the references lags behind, and is looked at every 100 ms.
        Thread.sleep(3000);
        List<RecordedEvent> events = tape.stop();
        Map<Long, String> live = new HashMap<>();
        for (RecordedEvent event : named(events, "Sample")) {
            live.put(event.getLong("sample"), event.getString("site"));
        }
        Map<String, Integer> garbage = new HashMap<>();
        for (RecordedEvent event : named(events, "Collected")) {
            Check.equal(live.remove(event.getLong("sample")), event.getString("site"));
            Check.that(event.getLong("size") > 0 && event.getLong("allocated") > 0, event);
            garbage.merge(event.getString("site"), 1, Integer::sum);
        }
        Check.equal(Map.of("Things.small()LThings$Small;", 40, "Things.kept()LThings$Kept;", 15), garbage);
        Set<String> sites = new HashSet<>(live.values());
        Check.equal(Set.of("Things.kept()LThings$Kept;"), sites);
        Check.equal(25, live.size());
        Check.equal(25, kept.size());
    }

    /** Without references to objects none is tracked. */
    static void withoutCollectedEventsNothingIsTracked() {
        Tape tape = Tape.start();
        Things.small();
        Check.that(!weave.runtime.Sampler.isTracking(), "tracking");
        tape.stop();
        Tape other = Tape.start("weave.heap.Collected#enabled", "true");
        Things.small();
        Check.that(weave.runtime.Sampler.isTracking(), "not tracking");
        other.stop();
        Check.that(!weave.runtime.Sampler.isTracking(), "still tracking");
    }

    static void aLastEventHasTheStatisticsBeforeTheyAreReset() {
        Tape tape = Tape.start();
        HeapSampling.start(0, 10);
        allocate();
        HeapSampling.stop();
        Check.equal(0L, HeapSampling.stats().getSampleCount());
        List<RecordedEvent> events = tape.stop();
        List<RecordedEvent> statistics = named(events, "Statistics");
        RecordedEvent last = statistics.get(statistics.size() - 1);
        Check.equal(500L, last.getLong("samples"));
        Check.equal(500L, last.getLong("gaps"));
        Check.equal(0L, last.getLong("gapBytes"));
        Check.equal(500, named(events, "Sample").size());
    }

    /** With {@code start=jvm}. */
    static void theSamplerStartsWithTheFirstAllocation() {
        Check.that(!HeapSampling.isRunning(), "before");
        Things.small();
        Check.that(HeapSampling.isRunning(), "after");
        Things.small();
        Things.small();
        Check.equal(2L, HeapSampling.stats().getSampleCount() - 1);
        Tape tape = Tape.start();
        allocate();
        Check.equal(500, named(tape.stop(), "Sample").size());
        Check.that(HeapSampling.isRunning(), "goes on");
    }

    /** With {@code start=api}: recordings do not start it, but have what is sampled. */
    static void theApiAloneStartsIt() {
        Things.small();
        Tape tape = Tape.start();
        allocate();
        HeapSampling.start(0, 10);
        Things.small();
        Check.equal(1, named(tape.stop(), "Sample").size());
        Check.that(HeapSampling.isRunning(), "goes on");
    }
}

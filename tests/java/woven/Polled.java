import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Telemetries, woven. The runtime says once that one of them fails. */
final class Polled {
    /** More than are timed in a second. */
    private static final int MANY = 5000;
    private static Object early;
    private static Object late;

    private static List<RecordedEvent> of(List<RecordedEvent> events, String type) {
        List<RecordedEvent> found = new ArrayList<>(events);
        found.removeIf(event -> !event.getEventType().getName().equals(type));
        return found;
    }

    /** One run, since each takes seconds. */
    static void everySecondEachTelemetryIsSampled() throws Exception {
        Subject.polled();
        Tape tape = Tape.start();
        Subject.polled();
        early = new Object();
        late = new Object();
        for (int i = 0; i < 12; i++) {
            Subject.counted(early, () -> Thread.sleep(100));
            Subject.counted(late, () -> Thread.sleep(100));
        }
        Subject.closed(early);
        for (int i = 0; i < MANY; i++) {
            Subject.counted(late, Subject::nothing);
        }
        Thread.sleep(1200);
        List<RecordedEvent> events = tape.all();

        List<RecordedEvent> pool = of(events, "weave.polled.Telemetry.PoolSize");
        Check.that(pool.size() >= 3 && pool.size() <= 6, pool.size());
        Check.equal(5.0, pool.get(0).getDouble("active"));
        Check.equal(12_345_678_901.234, pool.get(0).getDouble("idle"));
        Check.equal("Polled Pool size", pool.get(0).getEventType().getLabel());
        Check.equal("active", pool.get(0).getEventType().getField("active").getLabel());
        Check.that(pool.get(0).getEventType().getAnnotationElements().stream().anyMatch(a -> a.getTypeName().equals("weave.runtime.jfr.Stacked")), "stacked");
        Check.equal(null, pool.get(0).getStackTrace());
        Check.that(Numbers.asked.isDaemon() && Numbers.asked != Thread.currentThread(), Numbers.asked);

        RecordedEvent units = of(events, "weave.polled.Telemetry.Units").get(0);
        Check.equal(0.255, units.getDouble("share"));
        Check.equal(9_007_199_254_740_993_000L, units.getLong("memory"));
        Check.equal(2_500_000L, units.getDuration("wait").toNanos());
        Check.equal(1_500L, units.getDuration("step").toNanos());
        Check.equal(7.0, units.getDouble("rate"));
        Check.equal("jdk.jfr.Percentage", units.getEventType().getField("share").getContentType());
        Check.equal("jdk.jfr.DataAmount", units.getEventType().getField("memory").getContentType());
        Check.equal("jdk.jfr.Timespan", units.getEventType().getField("wait").getContentType());
        Check.equal("jdk.jfr.Timespan", units.getEventType().getField("step").getContentType());
        Check.equal("jdk.jfr.Frequency", units.getEventType().getField("rate").getContentType());
        Check.equal(null, pool.get(0).getEventType().getField("active").getContentType());
        Check.that(units.getEventType().getAnnotationElements().stream().noneMatch(a -> a.getTypeName().equals("weave.runtime.jfr.Stacked")), "not stacked");
        Check.equal(0, of(events, "weave.polled.Telemetry.Default").size());

        RecordedEvent types = of(events, "weave.polled.Telemetry.Types").get(0);
        Check.equal(-2.0, types.getDouble("narrow"));
        Check.equal((double) (1L << 40), types.getDouble("wide"));
        Check.equal(1.0, types.getDouble("boxedByte"));
        Check.equal(2.0, types.getDouble("boxedShort"));
        Check.equal(0.5, types.getDouble("boxedFloat"));

        List<RecordedEvent> failing = of(events, "weave.polled.Telemetry.Failing");
        Check.that(failing.size() >= 3, failing.size());
        Check.that(Double.isNaN(failing.get(0).getDouble("bad")), failing.get(0));
        Check.equal(1.0, failing.get(2).getDouble("good"));
        Check.that(Numbers.failed >= 3, Numbers.failed);
        Check.that(Double.isNaN(of(events, "weave.polled.Telemetry.Nothing").get(0).getDouble("value")), "nothing");

        Check.that(Numbers.blocked, "asked");
        Check.equal(0, of(events, "weave.polled.Telemetry.Blocking").size());
        Numbers.GO.countDown();

        List<RecordedEvent> counted = of(events, "weave.counted.Telemetry.Default");
        Check.that(counted.size() >= 3, counted.size());
        double count = 0;
        for (RecordedEvent event : counted) {
            count += event.getDouble("events");
            if (event.getDouble("events") > 0) {
                long average = event.getDuration("averageDuration").toMillis();
                // Those of a second with many quick ones among them are quick.
                Check.that((average >= 99 || event.getDouble("events") > 100) && average < 1000, event);
            }
        }
        Check.equal(24.0 + MANY, count);
        Check.equal(1.0, counted.get(counted.size() - 1).getDouble("openControlObjects"));
        Check.that(counted.get(1).getDouble("openControlObjects") == 2.0, counted.get(1));
        RecordedEvent bare = of(events, "weave.bare.Telemetry.Default").get(0);
        Check.that(!bare.hasField("openControlObjects") && bare.hasField("averageDuration"), bare);
        Check.equal(0L, bare.getLong("averageDuration"));
    }

    static void theyCanBeOffAndComeBackWithTheNextRecording() throws Exception {
        Subject.polled();
        Tape off = Tape.start("weave.polled.Telemetry.PoolSize#enabled", "false");
        Thread.sleep(200);
        List<RecordedEvent> events = off.all();
        Check.equal(0, of(events, "weave.polled.Telemetry.PoolSize").size());
        Thread.sleep(1200);
        Tape on = Tape.start();
        Thread.sleep(200);
        Check.that(of(on.all(), "weave.polled.Telemetry.PoolSize").size() >= 1, "sampled again");
    }
}

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.consumer.RecordedEvent;

/** A limit of events holds on every JDK. One method: each uses up the limit of a minute. */
final class Limited {
    private static final int LIMIT = 40;
    private static final int MANY = 3000;
    private static final String SETTING = "weave.limited.Payload#throttle";

    private static int count(Tape tape, String type) {
        List<RecordedEvent> events = tape.stop();
        events.removeIf(event -> !event.getEventType().getName().equals(type));
        return events.size();
    }

    static void noMoreAreRecordedThanTheLimitSays() throws Exception {
        // What is too short is not counted.
        Tape quick = Tape.start("weave.limited.Payload#threshold", "1 h");
        for (int i = 0; i < 10 * LIMIT; i++) {
            Shop.limited(i);
        }
        Check.equal(0, count(quick, "weave.limited.Payload"));
        // All at once, from several threads.
        Tape tape = Tape.start();
        AtomicInteger calls = new AtomicInteger();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int call = 0; call < LIMIT; call++) {
                    Shop.limitedSlow(calls.incrementAndGet(), () -> Thread.sleep(6));
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int recorded = count(tape, "weave.limited.Payload");
        Check.equal(4 * LIMIT, calls.get());
        Check.that(recorded >= 1 && recorded <= LIMIT, recorded);
        if (Runtime.version().feature() < 25) {
            // The minute is not over when the next recording starts; the throttle of the recorder begins anew.
            Check.equal(LIMIT, recorded);
            Tape next = Tape.start();
            Shop.limitedSlow(0, () -> Thread.sleep(6));
            Check.equal(0, count(next, "weave.limited.Payload"));
        }
        // Splits are counted by themselves.
        Tape splits = Tape.start("weave.limited.Split#threshold", "0 ns");
        for (int i = 0; i < MANY; i++) {
            Shop.limitedSplit(i);
        }
        int split = count(splits, "weave.limited.Split");
        Check.that(split >= 1 && split <= LIMIT, split);
        // A recording may say otherwise.
        Tape wider = Tape.start("weave.limited.Payload#threshold", "0 ns", SETTING, "1000000/s");
        for (int i = 0; i < 200; i++) {
            Shop.limited(i);
        }
        Check.equal(200, count(wider, "weave.limited.Payload"));
        Tape none = Tape.start("weave.limited.Payload#threshold", "0 ns", SETTING, "0/s");
        for (int i = 0; i < 200; i++) {
            Shop.limited(i);
        }
        Check.equal(0, count(none, "weave.limited.Payload"));
    }

    static void withoutALimitAllAreRecorded() {
        Tape tape = Tape.start();
        for (int i = 0; i < MANY; i++) {
            Shop.unlimited(i);
        }
        Check.equal(MANY, count(tape, "weave.unlimited.Payload"));
    }
}

import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Numbers of any class and size are sampled, and harm nothing. */
final class Measured {
    private static RecordedEvent first(List<RecordedEvent> events, String name) {
        for (RecordedEvent event : events) {
            if (event.getEventType().getName().equals("weave.measured.Telemetry." + name)) {
                return event;
            }
        }
        throw new AssertionError("no " + name + " in " + events);
    }

    static void largeAndHostileNumbersAreSampled() throws Exception {
        Shop.measured();
        Tape tape = Tape.start();
        Shop.measured();
        Thread.sleep(1500);
        List<RecordedEvent> events = tape.all();
        RecordedEvent plain = first(events, "Plain");
        Check.equal(Double.POSITIVE_INFINITY, plain.getDouble("huge"));
        Check.equal(Double.NEGATIVE_INFINITY, plain.getDouble("hugeNegative"));
        Check.equal(0.0, plain.getDouble("tiny"));
        Check.equal(Double.POSITIVE_INFINITY, plain.getDouble("wide"));
        Check.that(Double.isNaN(plain.getDouble("odd")), plain);
        Check.that(Double.isNaN(plain.getDouble("endless")), plain);
        Check.equal(1.5, plain.getDouble("overridden"));
        Check.equal(7.0, plain.getDouble("good"));
        RecordedEvent bytes = first(events, "Bytes");
        Check.equal(Long.MAX_VALUE, bytes.getLong("huge"));
        Check.equal(Long.MIN_VALUE, bytes.getLong("hugeNegative"));
        Check.equal(0L, bytes.getLong("tiny"));
        Check.equal(Long.MAX_VALUE, bytes.getLong("wide"));
        Check.equal((1L << 60) + 1, bytes.getLong("adder"));
        RecordedEvent share = first(events, "Share");
        Check.equal(Double.POSITIVE_INFINITY, share.getDouble("huge"));
        Check.equal(0.0, share.getDouble("tiny"));
        Check.equal(0.015, share.getDouble("overridden"));
    }
}

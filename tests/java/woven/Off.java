import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** The event types of the probe {@code more} are not there, so that it fails when the first recording starts. */
final class Off {
    static void oneThatFailsIsCalledNoMoreAndItsStatesAreLeft() {
        Object never = new Object() {
            @Override
            public String toString() {
                throw new AssertionError("called");
            }
        };
        Tape[] tape = new Tape[1];
        // Plain: it enters a state that it leaves when its probe is off.
        Check.equal("thing", Subject.opens("thing", () -> tape[0] = Tape.start()));
        Check.equal("end", Subject.renamed(never, "end", Subject::nothing));
        Shown.thrown(() -> Subject.waits(never, Subject::fail));
        Pointed.waiting(Subject::nothing);
        Pointed.entered("another probe", Subject::nothing);
        List<RecordedEvent> events = tape[0].stop();
        Check.equal(Arrays.asList("ThreadState WAITING", "Payload enter another probe"), Shown.all(events));
    }
}

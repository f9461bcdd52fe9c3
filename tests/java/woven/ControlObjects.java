import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/** Control objects, woven. */
final class ControlObjects {
    /** Together larger than the heap. */
    private static final int MANY = 600;
    private static final int LARGE = 1 << 20;

    static void theirNumbersJoinThemWithPayloads() {
        Subject.Thing a = new Subject.Thing("a");
        Subject.Thing b = new Subject.Thing("b");
        Tape tape = Tape.start();
        Handled.opened(a, "A");
        Handled.opened(b, "B");
        Handled.first("use", b, Subject::nothing);
        Handled.closed(a);
        List<RecordedEvent> events = tape.stop();
        Check.equal(Arrays.asList("OPEN A", "OPEN B", "Payload use", "CLOSE A"), Shown.all(events));
        long[] numbers = events.stream().mapToLong(event -> event.getLong("controlObject")).toArray();
        Check.that(numbers[0] > 0 && numbers[1] > 0 && numbers[0] != numbers[1], "one number for two");
        Check.equal(numbers[1], numbers[2]);
        Check.equal(numbers[0], numbers[3]);
        for (int i : new int[] {0, 1, 3}) {
            Check.equal("weave.handled.ControlObject", events.get(i).getEventType().getName());
            Check.equal("Subject$Thing", Tape.className(events.get(i), "type"));
        }
    }

    static void oneThatIsOpenedAgainKeepsItsNumber() {
        Object object = new Object();
        Tape tape = Tape.start();
        Handled.opened(object, "first");
        Handled.closed(object);
        Handled.closed(object);
        Handled.opened(object, "second");
        List<RecordedEvent> events = tape.stop();
        Check.equal(Arrays.asList("OPEN first", "CLOSE first", "OPEN second"), Shown.all(events));
        Check.equal(events.get(0).getLong("controlObject"), events.get(2).getLong("controlObject"));
    }

    static void onesThatTheProgramForgetsAreNotKept() {
        Tape tape = Tape.start();
        for (int i = 0; i < MANY; i++) {
            byte[] large = new byte[LARGE];
            Handled.opened(large, "large");
            Handled.first("use", large, Subject::nothing);
        }
        Check.that(Runtime.getRuntime().maxMemory() < (long) MANY * LARGE, "a larger heap than is meant");
        Set<Long> numbers = new HashSet<>();
        List<RecordedEvent> events = tape.stop();
        events.forEach(event -> numbers.add(event.getLong("controlObject")));
        Check.equal(2 * MANY, events.size());
        Check.equal(MANY, numbers.size());
    }
}

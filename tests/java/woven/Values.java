import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** What texts say of arguments, objects, results and exceptions, woven. */
final class Values {
    private static List<String> list(String... names) {
        return Arrays.asList(names);
    }

    static void argumentsAreThoseThatWerePassedAndCountedOnce() {
        Tape tape = Tape.start();
        Valued.enter(1L << 40, (byte) -1, 0.5, new char[] {'a', 'b'});
        Check.equal(list("1099511627776 -1 0.5 [a, b] null Valued enter"), tape.payloads());
    }

    static void theyAreStillThoseAtTheEnd() {
        Tape tape = Tape.start();
        new Valued(2).exit(7, "second");
        Shown.thrown(() -> new Valued(1).exit(8, null));
        Check.equal(list("enter 2 null", "second 7 of 2 returned null", "enter 1 null", "null 8 null java.lang.IllegalArgumentException: one"), tape.payloads());
    }

    static void aPrimitiveResultIsShownAndNullAfterAnException() {
        Tape tape = Tape.start();
        Valued.primitive(false);
        Shown.thrown(() -> Valued.primitive(true));
        Check.equal(list("false 1.5", "true null"), tape.payloads());
    }

    static void theResultOfVoidIsNull() {
        Valued valued = new Valued(3);
        Tape tape = Tape.start();
        valued.nothing();
        Check.equal(list("of 3 null"), tape.payloads());
    }

    static void aConstructorHasItsObjectWhenItReturnsAndArgumentsAsPassed() {
        Tape tape = Tape.start();
        new Valued(4L);
        Shown.thrown(() -> new Valued(-5L));
        List<RecordedEvent> events = tape.stop();
        // What is inside the constructor is inside its payload, and names it; so it is not named again when it returns.
        Check.equal(list("Payload inner"), Shown.all(events));
        Check.equal("<init>", events.get(0).getString("method"));
    }

    static void twoInterceptionsOfOneMethodAreTwoOfOneProbe() {
        Tape tape = Tape.start();
        Valued.twice();
        Check.equal(list("second 2"), tape.payloads());
    }
}

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** What is inside of a call, woven: other payloads, the beginning and the end of a recording, another constructor. */
final class Inside {
    private static List<String> list(String... names) {
        return Arrays.asList(names);
    }

    private static void isOutermost(RecordedEvent event) {
        Check.equal(0L, event.getLong("outer"));
        Check.equal(0, event.getInt("depth"));
    }

    static void payloadsOfDifferentProbesDoNotKnowEachOther() {
        Tape tape = Tape.start();
        Subject.payload("tree", () -> Pointed.entered("points", () -> Handled.first("handled", null, Subject::nothing)));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Payload handled", "Payload enter points", "Payload tree"), Shown.all(events));
        events.forEach(Inside::isOutermost);
    }

    static void aRecordingMayStartOrStopInBetween() {
        Tape[] tape = new Tape[1];
        Handled.first("began before", null, () -> {
            tape[0] = Tape.start();
            Handled.second("inside", null, Subject::nothing);
        });
        Check.equal(list("Payload inside"), Shown.all(tape[0].stop()));
        Tape stopped = Tape.start();
        Handled.first("ends after", null, () -> Check.equal(Collections.emptyList(), stopped.stop()));
        Tape last = Tape.start();
        Handled.first("clean", null, Subject::nothing);
        Handled.second("clean too", null, Subject::nothing);
        List<RecordedEvent> events = last.stop();
        Check.equal(list("Payload clean", "Payload clean too"), Shown.all(events));
        events.forEach(Inside::isOutermost);
    }

    static void anInnerCallGivesItsTypeAndItsObject() {
        Object a = new Object();
        Object b = new Object();
        Tape tape = Tape.start();
        Handled.opened(a, "a");
        Handled.opened(b, "b");
        Handled.first("outer", a, () -> Handled.second("inner", b, Subject::nothing));
        Handled.first("outer", a, () -> Handled.second("without", null, Subject::nothing));
        Handled.again("outer", a, () -> Handled.again("inner", b, Subject::nothing));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("OPEN a", "OPEN b", "Payload inner", "Payload without", "Payload inner"), Shown.all(events));
        Check.equal("Second", events.get(2).getString("type"));
        Check.equal(events.get(1).getLong("controlObject"), events.get(2).getLong("controlObject"));
        Check.equal("Second", events.get(3).getString("type"));
        Check.equal(events.get(0).getLong("controlObject"), events.get(3).getLong("controlObject"));
        Check.equal(events.get(1).getLong("controlObject"), events.get(4).getLong("controlObject"));
    }

    static void theLastInnerNameStays() {
        Tape tape = Tape.start();
        Handled.again("outer", null, () -> {
            Handled.again("one", null, () -> Handled.again("two", null, Subject::nothing));
            Handled.again("three", null, Subject::nothing);
            Thread.sleep(20);
        });
        RecordedEvent event = tape.only();
        Check.equal("three", event.getString("payload"));
        Check.that(Tape.millis(event) >= 19, event);
    }

    static void theEndOfTheOutermostCallDecides() {
        Tape tape = Tape.start();
        Handled.first("outer", null, () -> Shown.thrown(() -> Handled.tolerant("caught", Subject::fail)));
        Shown.thrown(() -> Handled.first("outer", null, () -> Handled.tolerant("never", Subject::fail)));
        Shown.thrown(() -> Handled.tolerant("outer", () -> Handled.first("thrown", null, Subject::fail)));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Payload caught", "Payload thrown"), Shown.all(events));
        Check.equal(null, events.get(0).getString("exception"));
        Check.equal("java.lang.IllegalArgumentException: no such table", events.get(1).getString("exception"));
    }

    static void eachCallThatAnAllowRuleTakesIsAnEventWithTheNumberOfTheOneAround() {
        Tape tape = Tape.start();
        Allowed.around(() -> {
            Allowed.inside(() -> Allowed.around(Subject::nothing));
            Shown.thrown(() -> Allowed.inside(Subject::fail));
        });
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Payload Allowed.around", "Payload Allowed.inside", "Payload Allowed.inside", "Payload Allowed.around"), Shown.all(events));
        long outermost = events.get(3).getLong("id");
        Check.equal(events.get(1).getLong("id"), events.get(0).getLong("outer"));
        Check.equal(2, events.get(0).getInt("depth"));
        Check.equal(outermost, events.get(1).getLong("outer"));
        Check.equal(outermost, events.get(2).getLong("outer"));
        Check.equal("java.lang.IllegalArgumentException: no such table", events.get(2).getString("exception"));
        isOutermost(events.get(3));
    }

    static void aConstructorWhoseCallOfAnotherOneThrowsLeavesNothing() {
        Tape tape = Tape.start();
        Shown.thrown(() -> new Handled.Built("never made", Subject::fail, Subject::nothing));
        Handled.first("next", null, Subject::nothing);
        Handled.first("around", null, () -> Shown.thrown(() -> new Handled.Built("never made", Subject::fail, Subject::nothing)));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Payload next", "Payload around"), Shown.all(events));
        events.forEach(Inside::isOutermost);
    }

    static void aConstructorIsOpenFromThatCallOnAndLastsFromItsBeginning() {
        Tape tape = Tape.start();
        new Handled.Built("built", () -> {
            Handled.first("before", null, Subject::nothing);
            Thread.sleep(20);
        }, () -> Handled.first("inside", null, Subject::nothing));
        List<RecordedEvent> events = tape.stop();
        // What is inside names the payload of the constructor.
        Check.equal(list("Payload before", "Payload inside"), Shown.all(events));
        Check.equal("first", events.get(0).getString("method"));
        Check.equal("<init>", events.get(1).getString("method"));
        Check.that(Tape.millis(events.get(1)) >= 19, events.get(1));
        events.forEach(Inside::isOutermost);
    }

    static void severalInterceptionsOfAConstructorAreAsThoseOfAMethod() {
        Tape tape = Tape.start();
        new Subject.Twice("made", () -> Subject.payload("inside", Subject::nothing));
        List<RecordedEvent> events = tape.stop();
        // One payload for each probe: what is inside names that of its probe.
        Check.equal(list("Payload second made", "Payload inside"), Shown.all(events));
        events.forEach(Inside::isOutermost);
    }
}

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Additional interceptions, woven. */
final class Additional {
    private static final String REFUSED = "java.lang.IllegalArgumentException: no such table";

    private static List<String> list(String... names) {
        return Arrays.asList(names);
    }

    private static Subject.Thing thing(String name) {
        return new Subject.Thing(name);
    }

    static void aDeferredNameIsGivenAtTheEnd() {
        Tape tape = Tape.start();
        Subject.deferred("result", () -> Thread.sleep(20));
        RecordedEvent event = tape.only();
        Check.equal("deferred result null", event.getString("payload"));
        Check.equal("Kind", event.getString("type"));
        Check.that(event.getLong("controlObject") > 0, event);
        Check.that(Tape.millis(event) >= 19, event);
    }

    static void itIsGivenOnExceptionsTooAndTheMainOneDecidesWhetherItIsRecorded() {
        Tape tape = Tape.start();
        Shown.thrown(() -> Subject.deferred("a", Subject::fail));
        Shown.thrown(() -> Subject.deferredWithExceptions("b", Subject::fail));
        Check.equal(list("null " + REFUSED), tape.payloads());
    }

    static void anInnerDeferredNameIsTheOuterPayloadsInTheEnd() {
        Tape tape = Tape.start();
        Object object = new Object();
        Subject.renamed("outer", "end", () -> Subject.deferred(object, Subject::nothing));
        Subject.waits("waits", () -> Subject.deferred("inner", Subject::nothing));
        List<RecordedEvent> events = tape.stop();
        events.removeIf(event -> !event.hasField("payload"));
        Check.equal("outer became end", events.get(0).getString("payload"));
        Check.equal("Kind", events.get(0).getString("type"));
        Check.equal("deferred inner null", events.get(1).getString("payload"));
    }

    static void theyMayNameAPayloadAnew() {
        Tape tape = Tape.start();
        Subject.renamed("a", "b", Subject::nothing);
        Check.equal(list("a became b"), tape.payloads());
    }

    static void aThreadStateLastsToTheEndHoweverThatIs() {
        Tape tape = Tape.start();
        Subject.waits("a", () -> Thread.sleep(20));
        Shown.thrown(() -> Subject.waits("b", Subject::fail));
        Subject.waits("c", Subject::nothing);
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("ThreadState WAITING", "Payload a", "ThreadState WAITING", "ThreadState WAITING", "Payload c"), Shown.all(events));
        Check.that(Tape.millis(events.get(0)) >= 19, events.get(0));
    }

    static void theyRunAtTheirPoints() {
        Tape tape = Tape.start();
        Subject.opens(thing("a"), Subject::nothing);
        Shown.thrown(() -> Subject.opens(thing("b"), Subject::fail));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("OPEN opened a", "OPEN returned a", "ThreadState BLOCKED", "OPEN opened b", "CLOSE opened b", "ThreadState BLOCKED"), Shown.all(events));
    }

    static void theyAreNotCalledWhereTheMainOneIsNot() {
        Tape tape = Tape.start();
        Subject.once(thing("a"), thing("b"), Subject::nothing);
        Subject.once(thing("c"), null, Subject::nothing);
        Check.equal(list("OPEN once a", "CLOSE once a", "ThreadState NETIO", "OPEN once c", "CLOSE once c", "ThreadState NETIO"), Shown.all(tape.stop()));
    }

    static void afterAnExceptionTheNextCallIsAnOutermostOneAgain() {
        Tape tape = Tape.start();
        Shown.thrown(() -> Subject.once(thing("a"), null, () -> Subject.once(thing("inside"), null, Subject::fail)));
        Subject.once(thing("b"), null, Subject::nothing);
        Check.equal(list("OPEN once a", "CLOSE once a", "ThreadState NETIO", "OPEN once b", "CLOSE once b", "ThreadState NETIO"), Shown.all(tape.stop()));
    }

    static void thoseOfPlainOnesRunWithoutARecording() {
        Subject.Thing thing = thing("early");
        Subject.opens(thing, Subject::nothing);
        Tape tape = Tape.start();
        Shown.thrown(() -> Subject.opens(thing, Subject::fail));
        Check.equal(list("OPEN opened early", "CLOSE opened early", "ThreadState BLOCKED"), Shown.all(tape.stop()));
    }

    static void thoseOfPayloadsRunOnlyWhileThoseAreRecorded() {
        Tape tape = Tape.start("weave.more.Payload#enabled", "false");
        Subject.waits("a", Subject::nothing);
        Check.equal(Collections.emptyList(), tape.stop());
    }

    static void aConstructorIsNamedWhenItReturns() {
        Tape tape = Tape.start();
        new Subject.Made("a", Subject::nothing);
        Shown.thrown(() -> new Subject.Made("b", Subject::fail));
        new Subject.Made("c", () -> Thread.sleep(20));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Payload made a of a", "Payload made c of c"), Shown.all(events));
        Check.equal("<init>", events.get(1).getString("method"));
        Check.that(Tape.millis(events.get(1)) >= 19, events.get(1));
    }
}

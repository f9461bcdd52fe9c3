import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Splits and additional interceptions around calls: as in the methods themselves. */
final class CallSites {
    private static final String REFUSED = "java.lang.IllegalArgumentException: no such table";

    private static List<String> list(String... names) {
        return Arrays.asList(names);
    }

    private static Subject.Thing thing(String name) {
        return new Subject.Thing(name);
    }

    static void splitsAreATree() {
        Tape tape = Tape.start();
        Shown.run(() -> Callee.split("a", () -> {
            Callee.bare("b", () -> Callee.split("c", Subject::nothing));
            Callee.split("d", Subject::nothing);
        }));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Split c", "Split b", "Split d", "Payload a", "Split a"), Shown.all(events));
        RecordedEvent a = Shown.named(events, "Split a");
        Check.equal("split", a.getString("method"));
        Check.equal("Callee", Tape.className(a, "declaringClass"));
        Check.equal(a.getLong("id"), Shown.named(events, "Payload a").getLong("id"));
        Check.equal(a.getLong("id"), Shown.named(events, "Split b").getLong("outer"));
        Check.equal(a.getLong("id"), Shown.named(events, "Split d").getLong("outer"));
        Check.equal(Shown.named(events, "Split b").getLong("id"), Shown.named(events, "Split c").getLong("outer"));
    }

    static void aSplitEndsHoweverTheCallDoes() {
        Tape tape = Tape.start();
        Shown.thrown(() -> Callee.split("a", () -> Callee.bare("b", Subject::fail)));
        Shown.run(() -> Callee.bare("c", Subject::nothing));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Split b", "Split a", "Split c"), Shown.all(events));
        Check.equal(REFUSED, events.get(0).getString("exception"));
        Check.equal(REFUSED, events.get(1).getString("exception"));
        Check.equal(0L, events.get(2).getLong("outer"));
    }

    static void aDeferredNameIsGivenAtTheEndWithTheValuesOfTheCall() {
        Tape tape = Tape.start();
        Shown.run(() -> Check.equal("result", Callee.deferred("result", Subject::nothing)));
        Shown.thrown(() -> Callee.deferred("argument", Subject::fail));
        Check.equal(
                list("ThreadState WAITING", "Payload Callee.deferred result result null", "ThreadState WAITING", "Payload Callee.deferred argument null " + REFUSED),
                Shown.all(tape.stop()));
    }

    static void plainOnesAndTheirAdditionalOnesRunAtTheirPoints() {
        Tape tape = Tape.start();
        Shown.run(() -> Callee.opens(thing("a"), Subject::nothing));
        Shown.thrown(() -> Callee.opens(thing("b"), Subject::fail));
        Check.equal(list("OPEN opened a", "OPEN returned a", "OPEN opened b", "CLOSE opened b"), Shown.all(tape.stop()));
    }

    static void aNewObjectIsNamedWhenItIsThere() {
        Tape tape = Tape.start();
        Object[] made = new Object[1];
        Shown.run(() -> made[0] = new Callee("a", Subject::nothing));
        Shown.thrown(() -> made[0] = new Callee("b", Subject::fail));
        Check.equal(list("Payload made a of a"), Shown.all(tape.stop()));
        Check.equal("made a", made[0].toString());
    }

    /** The runtime looks for what was lost on the stack, where no frame has the name that the call has. */
    static void aCallLastsHoweverManyAreInIt() {
        Tape tape = Tape.start();
        Callee.Task task = (name, body) -> body.run();
        Shown.run(() -> task.perform("outer", () -> {
            for (int i = 0; i < 1000; i++) {
                Callee.small();
            }
            task.perform("inner", Subject::nothing);
        }));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Split inner", "Split outer"), Shown.all(events));
        Check.equal(events.get(1).getLong("id"), events.get(0).getLong("outer"));
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;

/** Each point, and what rules leave out, woven. */
final class Points {
    private static List<String> list(String... names) {
        return Arrays.asList(names);
    }

    private static Subject.Thing thing(String name) {
        return new Subject.Thing(name);
    }

    private static void slow() throws Exception {
        Thread.sleep(20);
    }

    private static void slowAndFailing() throws Exception {
        Thread.sleep(20);
        Subject.fail();
    }

    static void payloadsAreNamedAtTheirPointAndLastAsLongAsTheCall() {
        Tape tape = Tape.start();
        Pointed.entered("a", Points::slow);
        Pointed.exited("a", Points::slow);
        Pointed.returned("a", Points::slow);
        Pointed.thrown("a", Points::slow);
        Shown.thrown(() -> Pointed.entered("b", Points::slowAndFailing));
        Shown.thrown(() -> Pointed.exited("b", Points::slowAndFailing));
        Shown.thrown(() -> Pointed.returned("b", Points::slowAndFailing));
        Shown.thrown(() -> Pointed.thrown("b", Points::slowAndFailing));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Payload enter a", "Payload exit a", "Payload return a", "Payload exit b", "Payload exception b"), Shown.all(events));
        for (RecordedEvent event : events) {
            Check.that(Tape.millis(event) >= 19, event);
        }
    }

    static void plainOnesRunAtTheirPointAndRecordNothingOfTheirOwn() {
        Tape tape = Tape.start();
        Pointed.plainEntered(thing("a"), Subject::nothing);
        Pointed.plainExited(thing("a"), Subject::nothing);
        Pointed.plainReturned(thing("a"), Subject::nothing);
        Pointed.plainThrown(thing("a"), Subject::nothing);
        Shown.thrown(() -> Pointed.plainEntered(thing("b"), Subject::fail));
        Shown.thrown(() -> Pointed.plainExited(thing("b"), Subject::fail));
        Shown.thrown(() -> Pointed.plainReturned(thing("b"), Subject::fail));
        Shown.thrown(() -> Pointed.plainThrown(thing("b"), Subject::fail));
        Check.equal(
                list("OPEN enter a", "OPEN exit a null", "OPEN return a", "OPEN enter b", "OPEN exit b java.lang.IllegalArgumentException: no such table",
                        "OPEN exception b java.lang.IllegalArgumentException: no such table"),
                Shown.all(tape.stop()));
    }

    static void theyComeBeforeTheMethodOrAfterIt() {
        Tape tape = Tape.start();
        Pointed.plainEntered(thing("outer"), () -> Pointed.plainEntered(thing("inner"), Subject::nothing));
        Pointed.plainExited(thing("outer"), () -> Pointed.plainExited(thing("inner"), Subject::nothing));
        // Both calls are taken: plain ones are reentrant.
        Check.equal(list("OPEN enter outer", "OPEN enter inner", "OPEN exit inner null", "OPEN exit outer null"), Shown.all(tape.stop()));
    }

    static void aReentrantPayloadHasTheInnerNameAndTheOutermostTimeAndPlace() {
        Tape tape = Tape.start();
        Pointed.nested("outer", () -> {
            Thread.sleep(20);
            Pointed.nested("inner", Subject::nothing);
        });
        RecordedEvent event = tape.only();
        Check.equal("inner", event.getString("payload"));
        Check.that(Tape.millis(event) >= 19, event);
        Check.equal(1L, event.getStackTrace().getFrames().stream().filter(frame -> frame.getMethod().getName().equals("nested")).count());
    }

    static void onesThatAreNotReentrantAreNotCalledForRecursions() {
        Tape tape = Tape.start();
        Object never = new Object() {
            @Override
            public String toString() {
                throw new AssertionError("called");
            }
        };
        Pointed.once("a", () -> Pointed.entered("b", () -> Pointed.once(never, Subject::nothing)));
        Pointed.once("c", Subject::nothing);
        Check.equal(list("Payload enter b", "Payload c"), Shown.all(tape.stop()));
    }

    static void timingStartsAgainAndThePlaceStays() {
        Tape tape = Tape.start();
        Pointed.once("a", () -> Pointed.entered("b", () -> {
            Thread.sleep(60);
            Pointed.restarts();
        }));
        Pointed.restarts();
        RecordedEvent event = tape.only();
        Check.that(Tape.millis(event) < 50, event);
        Check.equal("once", event.getString("method"));
    }

    static void timingAndPlaceStartAgain() {
        Tape tape = Tape.start();
        Pointed.once("a", () -> Pointed.entered("b", () -> {
            Thread.sleep(60);
            Pointed.relocates();
        }));
        Pointed.relocates();
        RecordedEvent event = tape.only();
        Check.that(Tape.millis(event) < 50, event);
        Check.equal("entered", event.getString("method"));
    }

    static void allStatesHaveTheirNames() {
        Tape tape = Tape.start();
        Pointed.runnable(Subject::nothing);
        Pointed.waiting(Subject::nothing);
        Pointed.blocked(Subject::nothing);
        Pointed.netIo(Subject::nothing);
        Check.equal(list("ThreadState RUNNABLE", "ThreadState WAITING", "ThreadState BLOCKED", "ThreadState NETIO"), Shown.all(tape.stop()));
    }

    static void theOutermostStateIsTheOneThatIsRecorded() {
        Tape tape = Tape.start();
        Pointed.blocked(() -> {
            Pointed.waiting(() -> Pointed.blocked(Points::slow));
            Shown.thrown(() -> Pointed.netIo(Subject::fail));
        });
        RecordedEvent event = tape.only();
        Check.equal("ThreadState BLOCKED", Shown.of(event));
        Check.that(Tape.millis(event) >= 19, event);
    }

    static void aProbeHasItsNameAndDescription() {
        Tape tape = Tape.start();
        Pointed.entered("a", Subject::nothing);
        RecordedEvent event = tape.only();
        Check.equal("weave.points.Payload", event.getEventType().getName());
        Check.equal("Points", event.getEventType().getLabel());
        Check.equal("What is done where", event.getEventType().getDescription());
        Check.equal(list("weave", "Points"), event.getEventType().getCategoryNames());
    }

    static void whatIsLeftOutHasItsDefault() {
        Tape tape = Tape.start();
        Pointed.left("a");
        RecordedEvent event = tape.only();
        Check.equal("weave.left.Payload", event.getEventType().getName());
        Check.equal("left", event.getEventType().getLabel());
        Check.equal(null, event.getEventType().getDescription());
        Check.equal(null, event.getString("type"));
        Check.equal(0L, event.getLong("controlObject"));
        List<String> types = new ArrayList<>();
        FlightRecorder.getFlightRecorder().getEventTypes().forEach(type -> types.add(type.getName()));
        types.removeIf(type -> !type.startsWith("weave.left."));
        types.sort(null);
        Check.equal(list("weave.left.Payload", "weave.left.Telemetry.Default"), types);
    }

    static void typesHaveTheirColours() {
        Tape tape = Tape.start();
        Pointed.entered("a", Subject::nothing);
        List<String> colors = new ArrayList<>();
        for (RecordedEvent event : tape.all()) {
            String type = event.getEventType().getName();
            if (type.endsWith(".Type")) {
                colors.add(type + " " + event.getString("type") + " " + event.getString("color"));
            }
            if (type.equals("weave.points.Payload")) {
                Check.equal("Red", event.getString("type"));
            }
        }
        Check.equal(list("weave.points.Type Red #FF0000", "weave.points.Type Plain null"), colors);
    }
}

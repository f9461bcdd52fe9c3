import app.Body;
import app.Calls;
import app.Wide;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import weave.probe.ThreadState;
import weave.probe.interception.InvocationType;
import weave.probe.telemetry.TelemetryUnit;

/** All kinds of methods take all that they may, and what few probes do. */
final class Anywhere {
    private static void logged(String... expected) {
        List<String> actual = new ArrayList<>(probes.Anywhere.LOG);
        probes.Anywhere.LOG.clear();
        Check.equal(Arrays.asList(expected), actual);
    }

    private static void fails(Body body) {
        try {
            body.run();
            throw new AssertionError("did not throw");
        } catch (Exception e) {
            Check.equal("no such table", e.getMessage());
        }
    }

    private static void fail() {
        throw new IllegalArgumentException("no such table");
    }

    private static List<RecordedEvent> stop(Tape tape) {
        List<RecordedEvent> events = tape.stop();
        events.removeIf(event -> !event.getEventType().getName().startsWith("weave.Anywhere."));
        return events;
    }

    private static List<String> shown(List<RecordedEvent> events) {
        List<String> all = new ArrayList<>();
        for (RecordedEvent event : events) {
            if (event.hasField("action")) {
                all.add(event.getString("action") + " " + event.getString("name"));
            } else if (event.hasField("payload")) {
                all.add("Payload " + event.getString("payload") + " " + event.getString("type"));
            } else {
                all.add("Split " + event.getString("name"));
            }
        }
        return all;
    }

    private static void recorded(Tape tape, String... expected) {
        Check.equal(Arrays.asList(expected), shown(stop(tape)));
    }

    static void payloadsAreGivenAllAndOpenControlObjects() {
        Tape tape = Tape.start();
        new Wide().payload("object", "a", () -> {});
        fails(() -> new Wide().payload("object", "b", Anywhere::fail));
        logged("payload true a Wide true", "entered true", "payload true b Wide true", "entered true");
        List<RecordedEvent> events = stop(tape);
        Check.equal(Arrays.asList("OPEN opened by payload", "CLOSE opened by payload", "Payload became a? ONE", "OPEN opened by payload", "CLOSE opened by payload",
                "OPEN opened by additional"), shown(events));
        Check.equal(events.get(0).getLong("controlObject"), events.get(2).getLong("controlObject"));
    }

    static void payloadsAtTheEndAreGivenTheirResult() {
        Tape tape = Tape.start();
        new Wide().exited("a", () -> {});
        fails(() -> new Wide().exited("b", Anywhere::fail));
        recorded(tape, "Payload a true a! null Wide null", "Payload b true null no such table Wide null");
    }

    static void splitsAreGivenAllButTheEndAndOpenControlObjects() {
        Tape tape = Tape.start();
        new Wide().split("split object", "a", () -> {});
        logged("split true a Wide true");
        List<RecordedEvent> events = stop(tape);
        Check.equal(Arrays.asList("OPEN opened by split", "CLOSE opened by split", "Payload a TWO", "Split a"), shown(events));
        Check.equal(events.get(0).getLong("controlObject"), events.get(2).getLong("controlObject"));
    }

    static void plainOnesAtExceptionAreCalledWithItAlone() {
        Tape tape = Tape.start();
        Wide.thrown(() -> {});
        fails(() -> Wide.thrown(Anywhere::fail));
        logged("thrown no such table");
        recorded(tape);
    }

    static void aReentrantPayloadHasTheInnerNameAndTypeAndTheOutermostTimeAndPlace() {
        Tape tape = Tape.start();
        Wide.recursive("outer", () -> {
            Thread.sleep(20);
            Wide.recursive("inner", () -> {});
        });
        List<RecordedEvent> events = stop(tape);
        logged("outer none", "outer outer");
        Check.equal(Arrays.asList("Payload inner TWO"), shown(events));
        Check.that(Tape.millis(events.get(0)) >= 19, events.get(0));
        Check.equal(1L, events.get(0).getStackTrace().getFrames().stream().filter(frame -> frame.getMethod().getName().equals("recursive")).count());
    }

    static void theOuterPayloadOfARecursionKeepsItsName() {
        Tape tape = Tape.start();
        Wide.recursive("outer", () -> Wide.recursive("keep", () -> Wide.recursive("keep", () -> {})));
        logged("outer none", "outer outer", "outer outer");
        recorded(tape, "Payload outer ONE");
    }

    static void theOuterPayloadIsNotThatOfAnotherProbe() {
        Tape tape = Tape.start();
        Calls.payload("of another", null, () -> Calls.plain(""));
        Wide.recursive("its own", () -> Calls.plain(""));
        logged("outer none", "outer none", "outer its own");
        recorded(tape, "Payload its own ONE");
    }

    static void aPayloadOfAnotherClassIsTakenByItsValues() {
        Tape tape = Tape.start();
        Wide.own();
        recorded(tape, "Payload own null");
    }

    static void controlObjectsOfDeferredPayloadsAreNamedToo() {
        Tape tape = Tape.start();
        Wide.later("deferred object", () -> {});
        logged("made null TWO deferred object");
        List<RecordedEvent> events = stop(tape);
        Check.equal(Arrays.asList("NAME the deferred object", "Payload later TWO"), shown(events));
        Check.equal(events.get(0).getLong("controlObject"), events.get(1).getLong("controlObject"));
    }

    static void payloadsSayWhatTheyWereMadeWith() {
        Tape tape = Tape.start();
        Wide.later("object", () -> {});
        Wide.later(null, () -> {});
        logged("made null TWO object", "made null null null");
        List<RecordedEvent> events = stop(tape);
        Check.equal(0L, events.get(events.size() - 1).getLong("controlObject"));
        Check.equal(null, events.get(events.size() - 1).getString("type"));
    }

    private static List<String> states(Tape tape) {
        List<String> all = new ArrayList<>();
        for (RecordedEvent event : tape.stop()) {
            if (event.hasField("state")) {
                all.add(event.getString("state") + " " + (Tape.millis(event) >= 19));
            }
        }
        return all;
    }

    static void allStatesLastFromEnterToExit() {
        Tape tape = Tape.start();
        for (ThreadState state : ThreadState.values()) {
            Wide.state(state.ordinal(), () -> Thread.sleep(20));
        }
        Check.equal(Arrays.asList("RUNNABLE true", "WAITING true", "BLOCKED true", "NETIO true"), states(tape));
    }

    static void theOutermostStateIsTheOneThatIsRecorded() {
        Tape tape = Tape.start();
        Wide.state(1, () -> {
            Wide.state(2, () -> Wide.state(3, () -> Thread.sleep(20)));
            fails(() -> Wide.state(0, Anywhere::fail));
        });
        Check.equal(Arrays.asList("WAITING true"), states(tape));
    }

    static void theBalanceOfStatesSurvivesRecordingsThatStartAndStop() {
        Tape[] tape = new Tape[1];
        Wide.state(1, () -> {
            tape[0] = Tape.start();
            Wide.state(2, () -> {});
        });
        Check.equal(Collections.emptyList(), states(tape[0]));
        Tape stopped = Tape.start();
        Wide.state(1, () -> Check.equal(Collections.emptyList(), states(stopped)));
        Tape last = Tape.start();
        Wide.state(2, () -> {});
        Check.equal(Arrays.asList("BLOCKED false"), states(last));
    }

    static void statesAreThoseOfOneThread() {
        Tape tape = Tape.start();
        Wide.state(1, () -> {
            Thread other = new Thread(() -> Wide.state(2, () -> Wide.leaves()));
            other.start();
            other.join();
            Thread.sleep(20);
        });
        Check.equal(Arrays.asList("BLOCKED false", "WAITING true"), states(tape));
    }

    static void leavingAStateThatWasNotEnteredDoesNothing() {
        Tape tape = Tape.start();
        Wide.leaves();
        Wide.state(1, () -> {});
        Check.equal(Arrays.asList("WAITING false"), states(tape));
    }

    private static void areOutermost(List<RecordedEvent> events) {
        for (RecordedEvent event : events) {
            Check.equal(0L, event.getLong("outer"));
            Check.equal(0, event.getInt("depth"));
        }
    }

    static void aConstructorWhoseCallOfAnotherOneThrowsLeavesNothing() {
        Tape tape = Tape.start();
        fails(() -> new Wide.Built("never made", Anywhere::fail, () -> {}));
        Wide.recursive("next", () -> {});
        Wide.recursive("around", () -> fails(() -> new Wide.Built("never made", Anywhere::fail, () -> {})));
        logged("outer none", "outer none");
        List<RecordedEvent> events = stop(tape);
        Check.equal(Arrays.asList("Payload next ONE", "Payload around ONE"), shown(events));
        areOutermost(events);
    }

    static void aConstructorIsOpenFromThatCallOnAndLastsFromItsBeginning() {
        Tape tape = Tape.start();
        new Wide.Built("built", () -> {
            Wide.recursive("before", () -> {});
            Thread.sleep(20);
        }, () -> Wide.recursive("inside", () -> {}));
        logged("outer none", "outer built");
        List<RecordedEvent> events = stop(tape);
        Check.equal(Arrays.asList("Payload before ONE", "Payload inside ONE"), shown(events));
        Check.equal("recursive", events.get(0).getString("method"));
        Check.equal("<init>", events.get(1).getString("method"));
        Check.that(Tape.millis(events.get(1)) >= 19, events.get(1));
        areOutermost(events);
    }

    static void aMethodSpecMeansOneOfSeveralMethodsOfAName() {
        Wide.over(1);
        Wide.over(2L);
        Wide.over(Integer.valueOf(3));
        List<?>[] lists = {Collections.emptyList(), Collections.emptyList()};
        overLists(lists);
        Wide.over(Arrays.asList(1, 2, 3), null);
        logged("int 1", "number 3", "lists 2", "list 3");
    }

    @SuppressWarnings("unchecked")
    private static void overLists(List<?>[] lists) {
        Wide.over((List<Object>[]) lists, null);
    }

    static void withoutAClassNameAllClassesAreMeant() {
        Wide.anywhere();
        Wide.Inner.anywhere();
        Wide.Inner.anywhere(1);
        logged("anywhere in Wide", "anywhere in Inner");
    }

    static void theEnumsHaveTheirConstants() {
        Check.equal("[RUNNABLE, WAITING, BLOCKED, NETIO]", Arrays.toString(ThreadState.values()));
        Check.equal(ThreadState.NETIO, ThreadState.valueOf("NETIO"));
        Check.equal("[ENTER, EXIT, RETURN, EXCEPTION]", Arrays.toString(InvocationType.values()));
        Check.equal(InvocationType.EXCEPTION, InvocationType.valueOf("EXCEPTION"));
        Check.equal("[PLAIN, PER_SECOND, PERCENT, MILLISECONDS, MICROSECONDS, BYTES]", Arrays.toString(TelemetryUnit.values()));
        Check.equal(TelemetryUnit.BYTES, TelemetryUnit.valueOf("BYTES"));
    }
}

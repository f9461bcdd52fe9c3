import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import weave.runtime.Shim;

/** Thread states and plain interceptions. */
final class States {
    private static final Object JDBC = Bound.JDBC;
    private static final Object HTTP = Bound.HTTP;

    static void onlyTheOutermostStateIsRecorded() {
        Tape tape = Tape.start();
        Object outer = Shim.enterState(JDBC, 3);
        Woven.sleep(10);
        Object inner = Shim.enterState(HTTP, 1);
        Object third = Shim.enterState(HTTP, 2);
        Shim.exitState(third);
        Shim.exitState(inner);
        Woven.sleep(10);
        Shim.exitState(outer);
        RecordedEvent event = tape.only();
        Check.equal("weave.ThreadState", event.getEventType().getName());
        Check.equal("NETIO", event.getString("state"));
        Check.equal("jdbc", event.getString("probe"));
        Check.that(Tape.millis(event) >= 19, event);
        Check.equal(null, event.getStackTrace());
    }

    static void allStatesHaveTheirNames() {
        Tape tape = Tape.start();
        for (int state = 0; state < 4; state++) {
            Shim.exitState(Shim.enterState(JDBC, state));
        }
        List<String> names = new java.util.ArrayList<>();
        tape.stop().forEach(e -> names.add(e.getString("state")));
        Check.equal(java.util.Arrays.asList("RUNNABLE", "WAITING", "BLOCKED", "NETIO"), names);
    }

    static void theBalanceSurvivesRecordingsThatStartAndStop() {
        Object outer = Shim.enterState(JDBC, 1);
        Tape tape = Tape.start();
        Object inner = Shim.enterState(JDBC, 2);
        Shim.exitState(inner);
        Shim.exitState(outer);
        Check.equal(0, tape.stop().size());
        Tape second = Tape.start();
        Object other = Shim.enterState(JDBC, 1);
        Check.equal(0, second.stop().size());
        Shim.exitState(other);
        Tape third = Tape.start();
        Shim.exitState(Shim.enterState(JDBC, 2));
        Check.equal("BLOCKED", third.only().getString("state"));
    }

    static void lostStatesAreLeftWithTheOneBelow() {
        Tape tape = Tape.start();
        Object outer = Shim.enterState(JDBC, 1);
        Object lost = Shim.enterState(JDBC, 2);
        Shim.exitState(outer);
        Shim.exitState(outer);
        Shim.exitState(lost);
        Shim.exitState(null);
        Shim.exitState("no token");
        Shim.exitState(Shim.enterState(JDBC, 3));
        Check.equal(2, tape.stop().size());
    }

    static void aStateOfALostPayloadEndsWithTheOneBelow() {
        Tape tape = Tape.start();
        Object outer = Shim.enter(JDBC, 1, 0, "Woven", "call");
        Shim.name(outer, "outer", null);
        Object lost = Shim.enter(JDBC, 2, 0, "Woven", "call");
        Shim.stateUntilEnd(lost, 1);
        Woven.exit(outer);
        Object token = Shim.enter(JDBC, 1, 0, "Woven", "call");
        Shim.stateUntilEnd(token, 2);
        Shim.stateUntilEnd(token, 3);
        Shim.name(token, null, null);
        Woven.sleep(10);
        Woven.exit(token);
        Woven.exit(lost);
        List<RecordedEvent> events = tape.stop();
        events.removeIf(event -> !event.hasField("state"));
        Check.equal(2, events.size());
        Check.equal("WAITING", events.get(0).getString("state"));
        Check.equal("BLOCKED", events.get(1).getString("state"));
        Check.that(Tape.millis(events.get(1)) >= 9, events.get(1));
    }

    static void statesAreOfTheThread() throws Exception {
        Tape tape = Tape.start();
        Object outer = Shim.enterState(JDBC, 1);
        Thread thread = new Thread(() -> {
            Shim.exitState(outer);
            Shim.exitState(Shim.enterState(JDBC, 2));
        });
        thread.start();
        thread.join();
        Shim.exitState(outer);
        Check.equal(2, tape.stop().size());
    }

    static void theirEventCanBeOff() {
        Tape tape = Tape.start("weave.ThreadState#enabled", "false");
        Shim.exitState(Shim.enterState(JDBC, 1));
        Check.equal(0, tape.stop().size());
    }

    static void manyLevels() {
        Tape tape = Tape.start();
        Object[] tokens = new Object[100];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = Shim.enterState(JDBC, 1);
        }
        for (int i = tokens.length - 1; i >= 0; i--) {
            Shim.exitState(tokens[i]);
        }
        Check.equal(1, tape.stop().size());
    }

    static void plainInterceptionsRunWithoutARecording() {
        Check.that(Shim.active(JDBC), "active");
        Check.that(!Shim.recording(JDBC), "not recording");
        Object token = Shim.plain(JDBC, 7);
        Check.that(token != null, "called");
        Check.equal(null, Shim.plain(JDBC, 7));
        Object other = Shim.plain(JDBC, 8);
        Check.that(other != null, "another one");
        Object probe = Shim.plain(HTTP, 7);
        Check.that(probe != null, "another probe");
        Shim.leave(probe);
        Shim.leave(other);
        Shim.leave(null);
        Check.equal(null, Shim.plain(JDBC, 7));
        Shim.leave(token);
        Object again = Shim.plain(JDBC, 7);
        Check.that(again != null, "after the end");
        Shim.leave(again);
    }

    static void plainInterceptionsDoNotCountAsPayloads() {
        Tape tape = Tape.start();
        Object token = Shim.plain(JDBC, 7);
        Woven.call(JDBC, 1, 0, "x", Woven::nothing);
        Shim.leave(token);
        RecordedEvent event = tape.only();
        Check.equal(0L, event.getLong("outer"));
        Check.equal("x", event.getString("payload"));
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import weave.runtime.Shim;

/** Tokens that are entered in one thread, and whose end is seen in another. */
final class Moved {
    private static final Object JDBC = Bound.JDBC;
    private static final Object HTTP = Bound.HTTP;

    /** Everything that may be done with the token of another thread, but for changing its payload. */
    private static void end(Object token) {
        Shim.constructed(token);
        Woven.exit(token);
        Woven.fail(token, new IllegalStateException("elsewhere"));
        Shim.leave(token);
        Shim.name(token, null, null);
        Shim.rename(token, null);
        Shim.exitState(token);
    }

    /** Everything that changes its payload. */
    private static void change(Object token) {
        Shim.name(token, "named elsewhere", "Elsewhere");
        Shim.rename(token, "renamed elsewhere");
        Shim.controlObject(token, "an object");
    }

    private static void elsewhere(Woven.Body body) {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable t) {
                thrown[0] = t;
            }
        }, "elsewhere");
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        Check.equal(null, thrown[0]);
    }

    private static Object enter(Object probe, int id, int flags, String name) {
        Object token = Shim.enter(probe, id, flags, "Woven", "call");
        Shim.name(token, name, null);
        return token;
    }

    /** What one thread has open while the token of another ends: payloads of two probes, one of them changed, a split, a state. */
    private static void around(Woven.Body body) {
        Woven.call(JDBC, 1, 0, "own", "Own", null, () -> Woven.call(HTTP, 1, Woven.OWN, "of another probe", () -> {
            Object state = Shim.enterState(JDBC, 2);
            Object plain = Shim.plain(JDBC, 9);
            body.run();
            Check.equal(null, Shim.plain(JDBC, 9));
            Check.equal(null, Shim.enter(JDBC, 1, 0, "Woven", "call"));
            Shim.leave(plain);
            Woven.call(HTTP, 2, Woven.OWN, "inside", Woven::nothing);
            Shim.exitState(state);
        }));
    }

    /** The events of that thread are as if nothing had been. */
    private static void isUnchanged(List<RecordedEvent> events) {
        List<RecordedEvent> own = new ArrayList<>(events);
        own.removeIf(event -> !event.getThread().getJavaName().equals("elsewhere"));
        Check.equal(4, own.size());
        Check.equal("inside", own.get(0).getString("payload"));
        Check.equal(1, own.get(0).getInt("depth"));
        Check.equal(own.get(2).getLong("id"), own.get(0).getLong("outer"));
        Check.equal("BLOCKED", own.get(1).getString("state"));
        Check.equal("of another probe", own.get(2).getString("payload"));
        Check.equal(0L, own.get(2).getLong("outer"));
        Check.equal("own", own.get(3).getString("payload"));
        Check.equal("Own", own.get(3).getString("type"));
        Check.equal(0L, own.get(3).getLong("controlObject"));
        for (RecordedEvent event : own) {
            Check.that(!event.hasField("exception") || event.getString("exception") == null, event);
        }
    }

    private static List<RecordedEvent> others(List<RecordedEvent> events) {
        List<RecordedEvent> others = new ArrayList<>(events);
        others.removeIf(event -> event.getThread().getJavaName().equals("elsewhere"));
        return others;
    }

    private static List<String> payloads(List<RecordedEvent> events) {
        List<String> payloads = new ArrayList<>();
        for (RecordedEvent event : events) {
            payloads.add(event.getString("payload"));
        }
        return payloads;
    }

    static void aPayloadIsStillOpenWhereItWasEntered() {
        Tape tape = Tape.start();
        Object token = enter(JDBC, 1, 0, "payload");
        elsewhere(() -> around(() -> end(token)));
        // It is open: what is inside changes it, and only this thread ends it.
        Woven.call(JDBC, 2, 0, "changed inside", Woven::nothing);
        Check.equal(null, Shim.enter(JDBC, 1, 0, "Woven", "call"));
        Woven.exit(token);
        Woven.call(JDBC, 1, 0, "next", Woven::nothing);
        List<RecordedEvent> events = tape.stop();
        isUnchanged(events);
        Check.equal(Arrays.asList("changed inside", "next"), payloads(others(events)));
    }

    static void oneThatNobodyEndsAnyMoreGoesWithTheOneBelow() {
        Tape tape = Tape.start();
        Woven.call(HTTP, 5, Woven.OWN, "below", () -> {
            Object payload = enter(JDBC, 1, 0, "lost");
            Object split = Shim.enter(JDBC, 2, Shim.SPLIT | Shim.PAYLOADS, "Woven", "call");
            Shim.name(split, "lost", null);
            Object own = enter(HTTP, 3, Woven.OWN, "lost");
            Object plain = Shim.plain(JDBC, 4);
            elsewhere(() -> around(() -> {
                for (Object token : new Object[] {own, payload, plain, split}) {
                    end(token);
                }
            }));
        });
        Check.that(Shim.plain(JDBC, 4) != null, "the plain one is gone");
        Woven.call(HTTP, 5, Woven.OWN, "next", () -> Woven.call(JDBC, 1, 0, "of the other", Woven::nothing));
        List<RecordedEvent> events = tape.stop();
        isUnchanged(events);
        List<RecordedEvent> others = others(events);
        Check.equal(Arrays.asList("below", "of the other", "next"), payloads(others));
        for (RecordedEvent event : others) {
            Check.equal(0L, event.getLong("outer"));
            Check.equal(0, event.getInt("depth"));
        }
    }

    static void whatChangesItIsSeenInItAlone() {
        Tape tape = Tape.start();
        Object token = enter(HTTP, 1, Woven.OWN, "payload");
        Object inner = enter(JDBC, 2, 0, "inner");
        elsewhere(() -> around(() -> {
            change(token);
            change(inner);
        }));
        Woven.exit(inner);
        Woven.exit(token);
        List<RecordedEvent> events = tape.stop();
        isUnchanged(events);
        Check.equal(2, others(events).size());
    }

    static void aConstructorIsMadeWhereItWasEntered() {
        Tape tape = Tape.start();
        Object token = enter(JDBC, 1, Shim.CONSTRUCTOR, "made");
        elsewhere(() -> around(() -> Shim.constructed(token)));
        Woven.call(JDBC, 2, 0, "before it is made", Woven::nothing);
        Shim.constructed(token);
        Woven.exit(token);
        Object lost = enter(JDBC, 1, Shim.CONSTRUCTOR, "lost");
        elsewhere(() -> end(lost));
        Woven.call(JDBC, 1, 0, "next", Woven::nothing);
        List<RecordedEvent> events = tape.stop();
        isUnchanged(events);
        Check.equal(Arrays.asList("before it is made", "made", "next"), payloads(others(events)));
    }

    static void itsStateIsLeftWhereItWasEntered() {
        Tape tape = Tape.start();
        Object state = Shim.enterState(JDBC, 1);
        elsewhere(() -> around(() -> Shim.exitState(state)));
        Shim.exitState(Shim.enterState(HTTP, 3));
        Shim.exitState(state);
        Shim.exitState(Shim.enterState(HTTP, 0));
        List<RecordedEvent> events = tape.stop();
        isUnchanged(events);
        Check.equal(Arrays.asList("WAITING", "RUNNABLE"), states(events));
    }

    private static List<String> states(List<RecordedEvent> events) {
        List<String> states = new ArrayList<>();
        for (RecordedEvent event : others(events)) {
            if (event.hasField("state")) {
                states.add(event.getString("state"));
            }
        }
        return states;
    }

    static void withoutARecordingItIsTheSame() {
        Object plain = Shim.plain(JDBC, 7);
        elsewhere(() -> {
            Object own = Shim.plain(JDBC, 7);
            Check.that(own != null, "called in the other thread");
            end(plain);
            Check.equal(null, Shim.plain(JDBC, 7));
            Shim.leave(own);
        });
        Check.equal(null, Shim.plain(JDBC, 7));
        Shim.leave(plain);
        Object again = Shim.plain(JDBC, 7);
        Check.that(again != null, "after the end");
        Shim.leave(again);
        Check.equal(Collections.emptyList(), Tape.start().stop());
    }

    static void aStateUntilTheEndGoesWithTheOneBelow() {
        Tape tape = Tape.start();
        Woven.call(HTTP, 5, Woven.OWN, "below", () -> {
            Object token = enter(JDBC, 1, 0, "lost");
            Shim.stateUntilEnd(token, 1);
            elsewhere(() -> around(() -> end(token)));
        });
        Shim.exitState(Shim.enterState(HTTP, 0));
        List<RecordedEvent> events = tape.stop();
        isUnchanged(events);
        Check.equal(Arrays.asList("WAITING", "RUNNABLE"), states(events));
    }

    static void aConstructorThatIsNotMadeYetIsNotEndedElsewhere() {
        Tape tape = Tape.start();
        Object token = enter(JDBC, 1, Shim.CONSTRUCTOR, "made");
        elsewhere(() -> Woven.exit(token));
        Shim.constructed(token);
        Woven.exit(token);
        Check.equal(Arrays.asList("made"), tape.payloads());
    }
}

import app.Body;
import app.Mixed;
import app.Things;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import probes.Injected;

/** What methods of probe classes are given, and when they are called. */
final class Values {
    private static void logged(String... expected) {
        List<String> actual = new ArrayList<>(Injected.LOG);
        Injected.LOG.clear();
        Check.equal(Arrays.asList(expected), actual);
    }

    private static void fails(Body body) {
        try {
            body.run();
            throw new AssertionError("did not throw");
        } catch (Exception e) {
            Check.that(e instanceof IllegalArgumentException, e);
        }
    }

    private static void fail() {
        throw new IllegalArgumentException("no such table");
    }

    static void everyValueIsThatOfTheCall() {
        int result = new Things().sum(1, 2L, "three", 4.5, new int[] {5}, new Things.Thing("six"), () -> {});
        Check.equal(12, result);
        logged(
                "enter true six 1 2 false three 4.5 [5] Things Integer",
                "return 12 1 three true six",
                "exit 12 null Things 2");
    }

    static void afterAnExceptionThereIsNoResult() {
        fails(() -> new Things().sum(1, 2L, null, 4.5, new int[] {5}, null, Values::fail));
        logged(
                "enter true null 1 2 false null 4.5 [5] Things Integer",
                "exit null no such table Things 2",
                "exception no such table true");
    }

    static void primitivesAreGivenAsTheyAreOrInObjects() {
        Check.equal("truex12-3004.5", Things.all(true, 'x', (byte) 12, (short) -300, 4.5f));
        logged("true x 12 -300 4.5 Boolean Character Byte Short Float null truex12-3004.5");
    }

    static void afterAnExceptionPrimitiveResultsAreZero() {
        Things.yes(() -> {});
        fails(() -> Things.yes(Values::fail));
        Things.many(() -> {});
        fails(() -> Things.many(Values::fail));
        Things.half(() -> {});
        fails(() -> Things.half(Values::fail));
        Things.nothing(() -> {});
        logged("yes true true", "yes false null", "many 5000000000", "many 0", "half 0.5", "half 0.0", "nothing null null");
    }

    static void constructorsHaveNoThisBeforeTheyReturn() {
        new Things.Made("a", () -> {});
        fails(() -> new Things.Made("", () -> {}));
        fails(() -> new Things.Made("b", Values::fail));
        logged("making null a Made", "made a a", "making null  Made", "making null b Made");
    }

    static void subtypesAreWovenWhereTheyOverrideAndBridgesOnce() {
        Things.Source<String> source = new Things.Texts();
        Check.equal("a!", source.get("a"));
        logged("got Texts a a! Texts");
        new Things.MoreTexts().get("b");
        logged("got MoreTexts b b! Texts", "got MoreTexts b b!! MoreTexts");
    }

    static void plainOnesAreReentrantUnlessTheySayOtherwise() {
        Things.twice("a", () -> Things.twice("b", () -> {}));
        logged("twice a null", "twice b null");
        Things.onceOnly("a", () -> Things.onceOnly("b", () -> {}));
        fails(() -> Things.onceOnly("c", Values::fail));
        Things.onceOnly("d", () -> {});
        logged("once a", "once ended a", "once c", "once ended c", "once d", "once ended d");
    }

    static void rulesAndProbeClassesMix() {
        Tape tape = Tape.start();
        Mixed.twice("blocked", () -> Things.twice("a", () -> {}));
        Mixed.allowed(() -> Mixed.allowed(() -> {}));
        List<RecordedEvent> events = tape.stop();
        Check.equal(2, events.size());
        for (RecordedEvent event : events) {
            Check.equal("app.Mixed.allowed", event.getString("payload"));
        }
        Check.equal(events.get(1).getLong("id"), events.get(0).getLong("outer"));
        Check.equal(0L, events.get(1).getLong("outer"));
        logged("twice a null");
    }

    static void isRecordingSaysIt() {
        Tape tape = Tape.start();
        new Things().sum(1, 2L, null, 0, new int[1], null, () -> {});
        tape.stop();
        Check.that(Injected.LOG.get(0).contains("1 2 true"), Injected.LOG);
        Injected.LOG.clear();
        Tape off = Tape.start("weave.Injected.Payload#enabled", "false", "jdk.ExecutionSample#enabled", "true", "jdk.ObjectAllocationSample#enabled", "true");
        new Things().sum(1, 2L, null, 0, new int[1], null, () -> {});
        off.stop();
        Check.that(Injected.LOG.get(0).contains("1 2 false"), Injected.LOG);
        Injected.LOG.clear();
    }
}

import app.Risky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Methods of probe classes that fail: the program is as without them. */
final class Failing {
    private static List<String> payloads(Tape tape, String key) {
        List<String> all = new ArrayList<>();
        for (RecordedEvent event : tape.stop()) {
            if (event.getEventType().getName().equals("weave." + key + ".Payload")) {
                all.add(event.getString("payload"));
            }
        }
        return all;
    }

    static void oneThatThrowsIsCalledNoMore() {
        Tape tape = Tape.start();
        for (int i = 0; i < 3; i++) {
            Check.equal(i + 1, Risky.throwing(i));
            Check.equal(i + 2, Risky.throwingPlain(i));
            Check.equal(i + 3, Risky.throwingAtExit(i));
            Check.equal(i + 4, Risky.throwingSplit(i));
            Check.equal(i + 5, Risky.throwingAdditional(i));
        }
        Check.equal(Arrays.asList(), payloads(tape, "Throwing"));
        Check.equal(1, probes.Throwing.calls);
        Check.equal(1, probes.ThrowingPlain.calls);
        Check.equal(1, probes.ThrowingAtExit.calls);
        Check.equal(1, probes.ThrowingSplit.calls);
        Check.equal(1, probes.ThrowingAdditional.calls);
    }

    static void oneThatCallsItsOwnMethodIsNotCalledAgain() {
        probes.Recursing.calls = 0;
        Tape tape = Tape.start();
        Check.equal(5, Risky.recursing(1));
        Check.equal(2, probes.Recursing.calls);
        Check.equal(Arrays.asList("gives 6"), payloads(tape, "Recursing"));
    }

    static void neitherIsOneThatSplitsOrIsAdditional() {
        probes.Recursing.calls = 0;
        Tape tape = Tape.start();
        Check.equal(9, Risky.recursingSplit(1));
        Check.equal(2, probes.Recursing.calls);
        Check.equal(Arrays.asList("gives 10"), payloads(tape, "Recursing"));
    }

    static void aToStringThatCallsWovenCodeRecordsNothingBesides() {
        probes.Recursing.calls = 0;
        Tape tape = Tape.start();
        Object object = new Object() {
            @Override
            public String toString() {
                return Risky.shown("inside");
            }
        };
        Check.equal("inside", Risky.shown(object));
        // Called for the outer one; the program's own toString() is a call of the application, inside of it.
        Check.equal(1, probes.Recursing.calls);
        Check.equal(Arrays.asList("inside"), payloads(tape, "Recursing"));
    }

    static void oneThatUsesUpTheStackIsForgottenForThisCallAlone() {
        Tape tape = Tape.start();
        for (int i = 0; i < 3; i++) {
            Check.equal(i + 5, Risky.overflowing(i));
            Check.equal(i + 6, Risky.overflowingPlain(i));
            Check.equal(i + 7, Risky.overflowingSplit(i));
        }
        Check.that(probes.Overflowing.calls >= 9, probes.Overflowing.calls);
        Check.equal(5, Risky.recursing(1));
        Check.equal(Arrays.asList("gives 6"), payloads(tape, "Recursing"));
    }

    static void aMethodThatUsesUpTheStackLeavesNothingBehind() throws Exception {
        Tape tape = Tape.start();
        for (int i = 0; i < 20; i++) {
            try {
                Risky.deep(0);
                throw new AssertionError("it has an end");
            } catch (StackOverflowError e) {
                // As without the probe.
            }
            try {
                Risky.deepPlain(0);
                throw new AssertionError("it has an end");
            } catch (StackOverflowError e) {
                // As without the probe.
            }
            // The thread records as before.
            Check.equal(5, Risky.recursing(1));
        }
        List<String> all = payloads(tape, "Recursing");
        Check.equal(20, all.size());
    }

    private static void takesSeconds(int seconds, Runnable call) {
        long start = System.nanoTime();
        call.run();
        Check.that(System.nanoTime() - start >= seconds * 990_000_000L, "it waits");
    }

    static void oneThatBlocksHoldsUpItsCallerAlone() {
        Tape tape = Tape.start();
        takesSeconds(1, () -> Check.equal(7, Risky.blocking(1)));
        takesSeconds(2, () -> Check.equal(10, Risky.blockingPayload(1)));
        takesSeconds(1, () -> Check.equal(11, Risky.blockingSplit(1)));
        Check.equal(Arrays.asList("payload 1", "split 1"), payloads(tape, "Blocking"));
    }

    static void aTypeThatCannotSayItsNameIsAFailureOfTheProbe() {
        Tape tape = Tape.start();
        Check.equal(8, Risky.typeless(1));
        Check.equal(Arrays.asList(), payloads(tape, "Typeless"));
    }

    static void aStateIsLeftAlsoWhereTheProbeIsSwitchedOffMeanwhile() {
        Tape tape = Tape.start();
        Risky.waits(() -> {});
        Risky.waits(() -> Risky.shown("fail"));
        Risky.waits(() -> {});
        List<String> states = new ArrayList<>();
        for (RecordedEvent event : tape.stop()) {
            if (event.hasField("state")) {
                states.add(event.getString("state") + " " + event.getString("probe"));
            }
        }
        Check.equal(Arrays.asList("WAITING Waits", "WAITING Waits"), states);
    }
}

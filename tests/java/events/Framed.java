import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;

/** A stack trace has one frame of generated code on top, and then the program's own. */
final class Framed {
    /** The first two frames of each event. */
    private static List<String> tops(Tape tape) {
        List<String> tops = new ArrayList<>();
        for (RecordedEvent event : tape.stop()) {
            List<RecordedFrame> frames = event.getStackTrace().getFrames();
            Check.that(frames.get(0).getMethod().getType().getName().startsWith("weave.gen."), frames.get(0));
            Check.that(frames.stream().skip(1).noneMatch(frame -> frame.getMethod().getType().getName().startsWith("weave.")), frames);
            String name = event.getEventType().getName();
            tops.add(name.substring(name.lastIndexOf('.') + 1) + " " + frames.get(1).getMethod().getName());
        }
        return tops;
    }

    private static void failing(Shop.Body body) {
        try {
            Shop.run(body);
            throw new AssertionError("nothing thrown");
        } catch (IllegalStateException expected) {
            // As it should be.
        }
    }

    private static void fail() {
        throw new IllegalStateException("as it should be");
    }

    static void payloadsAndSplits() {
        Tape tape = Tape.start();
        Shop.framed(() -> {});
        Shop.framedSplit(() -> {});
        failing(() -> Shop.framed(Framed::fail));
        failing(() -> Shop.framedSplit(Framed::fail));
        Check.equal(Arrays.asList("Payload framed", "Payload framedSplit", "Split framedSplit", "Payload framed", "Payload framedSplit",
                "Split framedSplit"), tops(tape));
    }

    static void constructorsAndCalls() {
        Tape tape = Tape.start();
        new Shop.Framed(() -> {});
        Shop.calls(() -> {});
        failing(() -> Shop.calls(Framed::fail));
        Check.equal(Arrays.asList("Payload <init>", "Payload calls", "Payload calls"), tops(tape));
    }
}

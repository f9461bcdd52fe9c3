import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.consumer.RecordedEvent;

/** A stack overflow, wherever it strikes between the beginning and the end of a woven call, leaves the thread recording right. */
final class Lost {
    /** Calls in peace have numbers from here on. */
    private static final int PEACE = 1_000_000_000;

    private static int inPeace(int n) {
        Subject.leaf(PEACE + n);
        Subject.reentrant(PEACE + n);
        Subject.atEnd(PEACE + n);
        return n + 1;
    }

    /** All calls in peace are there, and inside of nothing. */
    private static void isComplete(Tape tape, int calls) {
        List<RecordedEvent> events = tape.stop();
        int found = 0;
        for (RecordedEvent event : events) {
            if (event.getString("payload").contains(" 1000000")) {
                found++;
                Check.equal(0L, event.getLong("outer"));
                Check.equal(0, event.getInt("depth"));
            }
        }
        Check.equal(3 * calls, found);
    }

    private static int dive(int n, int way) {
        switch (way) {
            case 0:
                Subject.leaf(n);
                break;
            case 1:
                Subject.reentrant(n);
                break;
            default:
                Subject.atEnd(n);
        }
        return dive(n + 1, way) + 1;
    }

    private static int deeper(int more, int way) {
        return more == 0 ? dive(0, way) : deeper(more - 1, way) + 1;
    }

    static void aStackOverflow() throws Exception {
        Tape tape = Tape.start();
        AtomicInteger calls = new AtomicInteger();
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < 60; i++) {
                try {
                    deeper(i, i % 3);
                    throw new AssertionError("it has an end");
                } catch (StackOverflowError e) {
                    // As unwoven.
                }
                calls.set(inPeace(i));
            }
        }, "deep", 400_000);
        thread.start();
        thread.join();
        isComplete(tape, 60);
        Check.equal(60, calls.get());
    }
}

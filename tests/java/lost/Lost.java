import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.consumer.RecordedEvent;

/** A stack overflow, or a stop of the thread, wherever it strikes between the beginning and the end of a woven call, leaves the thread recording right. */
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

    private static final int STOPS = 300;

    /** What the program itself does meanwhile: most errors are to strike there. */
    private static long work;

    private static int works() {
        for (long i = 0; i < 5000; i++) {
            work += i ^ work >>> 3;
        }
        return 1;
    }

    /** Calls of every kind until the thread is stopped. */
    private static void untilStopped(AtomicInteger begun, int way) {
        try {
            begun.incrementAndGet();
            for (int n = 0; ; n++) {
                if (way == 0) {
                    Subject.around(n, () -> Subject.leaf(Subject.reentrant(works())));
                } else {
                    dive(n, way, 20);
                }
            }
        } catch (ThreadDeath e) {
            // As unwoven.
        }
    }

    private static int dive(int n, int way, int depth) {
        return depth == 0 ? Subject.atEnd(n) + works() : Subject.around(n, () -> dive(n, way, depth - 1));
    }

    /** Says that the error has come, and waits until no more will come. */
    private static void settle(int number, AtomicInteger ended, AtomicInteger settled) {
        while (true) {
            try {
                ended.set(number);
                while (settled.get() < number) {
                    Thread.onSpinWait();
                }
                return;
            } catch (ThreadDeath e) {
                // One that was sent meanwhile.
            }
        }
    }

    /** Thread.stop is there up to JDK 19: later ones refuse it. */
    @SuppressWarnings("removal")
    static void aStoppedThread() throws Exception {
        Tape tape = Tape.start();
        AtomicInteger round = new AtomicInteger();
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger settled = new AtomicInteger();
        Thread thread = new Thread(() -> {
            for (int i = 0; i < STOPS; i++) {
                while (round.get() == i) {
                    Thread.onSpinWait();
                }
                untilStopped(begun, i % 2);
                settle(i + 1, ended, settled);
                inPeace(i);
            }
        }, "stopped");
        if (Runtime.version().feature() >= 20) {
            try {
                thread.stop();
                throw new AssertionError("it is refused");
            } catch (UnsupportedOperationException e) {
                tape.stop();
                return;
            }
        }
        thread.start();
        for (int i = 0; i < STOPS; i++) {
            round.set(i + 1);
            while (begun.get() == i) {
                Thread.onSpinWait();
            }
            Thread.sleep(1 + i % 3);
            // One that strikes the runtime itself ends there.
            for (int stops = 0; ended.get() == i; stops++) {
                Check.that(stops < 100 && thread.isAlive(), "the thread " + (thread.isAlive() ? "goes on" : "is gone") + " after stop " + i);
                thread.stop();
                for (int waited = 0; waited < 100 && ended.get() == i; waited++) {
                    Thread.sleep(1);
                }
            }
            settled.set(i + 1);
        }
        thread.join();
        isComplete(tape, STOPS);
    }
}

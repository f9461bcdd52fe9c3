import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import weave.runtime.Shim;

/** What costs nothing. */
final class Free {
    private static final int CALLS = 200_000;

    private static long allocated(Runnable run) {
        run.run();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        run.run();
        return threads.getThreadAllocatedBytes(id) - before;
    }

    private static void payloads() {
        for (int i = 0; i < CALLS; i++) {
            Object token = Shim.recording(Bound.JDBC) ? Shim.enter(Bound.JDBC, 1, 0, "Woven", "call") : null;
            Woven.exit(token);
            Woven.exit(Shim.enter(Bound.JDBC, 1, 0, "Woven", "call"));
        }
    }

    private static void states() {
        for (int i = 0; i < CALLS; i++) {
            Shim.exitState(Shim.enterState(Bound.JDBC, 1));
            Shim.restartTiming(Bound.JDBC);
        }
    }

    static void nothingIsAllocatedWithoutARecording() {
        long bytes = allocated(Free::payloads) + allocated(Free::states);
        Check.that(bytes < CALLS / 4, bytes);
    }

    static void nothingIsAllocatedWhenTheEventIsOff() {
        Tape tape = Tape.start("weave.jdbc.Payload#enabled", "false", "weave.ThreadState#enabled", "false");
        long bytes = allocated(Free::payloads) + allocated(Free::states);
        tape.stop();
        Check.that(bytes < CALLS / 4, bytes);
    }
}

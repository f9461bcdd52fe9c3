package weave.runtime;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The thread of the heap sampler. It ends when it has had nothing to do for a while. */
final class Background {
    private static ScheduledThreadPoolExecutor executor;

    private Background() {}

    /** Runs something there soon. False: there can be no thread. */
    static synchronized boolean run(Runnable what) {
        try {
            if (executor == null) {
                executor = Apart.executor("weave heap sampling");
            }
            Apart.schedule(executor, what);
            return true;
        } catch (Throwable t) {
            Log.once(Log.DEBUG, "heap thread", "no thread for the heap sampler: " + t);
            return false;
        }
    }

    /** Runs something there that runs there now, once more. */
    static synchronized void again(Runnable what, long millis) {
        executor.schedule(what, millis, TimeUnit.MILLISECONDS);
    }
}

package weave.runtime;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A thread that samples telemetries once a second, while a recording runs. One that asks the application has a thread of its
 * own, so that a method that blocks holds up nothing else.
 *
 * <p>Between two samples the thread runs code of the JDK alone: so it does not keep the class loader of the runtime alive, and ends when
 * that is gone.
 */
final class Poller implements Runnable {
    private static final long PERIOD = 1000000000L;

    private final String name;
    /** It asks the application. */
    final boolean asks;
    private Telemetry[] telemetries = new Telemetry[0];
    private ScheduledThreadPoolExecutor executor;
    /** What the executor runs. */
    private Runnable sampling;
    private boolean isRunning;
    /** When the next sample is to be taken, as {@link System#nanoTime} has it. */
    private long due;

    Poller(String name, boolean asks) {
        this.name = name;
        this.asks = asks;
    }

    synchronized void add(Telemetry telemetry) {
        Telemetry[] more = new Telemetry[telemetries.length + 1];
        System.arraycopy(telemetries, 0, more, 0, telemetries.length);
        more[telemetries.length] = telemetry;
        telemetries = more;
    }

    /** To be called whenever a recording may have started. */
    synchronized void start() {
        if (isRunning || !Probes.isRunning()) {
            return;
        }
        try {
            if (executor == null) {
                sampling = Apart.weakly(this);
                executor = Apart.executor("weave telemetry " + name);
            }
            due = System.nanoTime();
            Apart.schedule(executor, sampling);
            isRunning = true;
        } catch (Throwable t) {
            Counters.FAILURES.incrementAndGet();
            Log.once(Log.ERROR, "poller " + name, "telemetry " + name + " cannot be recorded: " + t);
        }
    }

    private synchronized Telemetry[] telemetries() {
        isRunning = Probes.isRunning();
        return isRunning ? telemetries : null;
    }

    /** Takes a sample, and has the next one taken in time. */
    @Override
    public void run() {
        Telemetry[] wanted = telemetries();
        if (wanted == null) {
            return;
        }
        for (Telemetry telemetry : wanted) {
            try {
                telemetry.sample();
            } catch (Throwable t) {
                Counters.FAILURES.incrementAndGet();
                // The class loader of a program that has ended may be closed, and finds no class more.
                int level = t instanceof LinkageError ? Log.DEBUG : Log.ERROR;
                Log.once(level, "telemetry " + telemetry.name(), "telemetry " + telemetry.name() + " cannot be recorded: " + t);
            }
        }
        due += PERIOD;
        long now = System.nanoTime();
        if (due - now < 0) {
            due = now;
        }
        executor.schedule(sampling, due - now, TimeUnit.NANOSECONDS);
    }
}

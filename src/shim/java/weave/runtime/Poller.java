package weave.runtime;

/**
 * A thread that samples telemetries once a second, while a recording runs. One that asks the application has a thread of its
 * own, so that a method that blocks holds up nothing else.
 */
final class Poller implements Runnable {
    private static final long PERIOD = 1000000000L;

    private final String name;
    /** It asks the application. */
    final boolean asks;
    private Telemetry[] telemetries = new Telemetry[0];
    private Thread thread;

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
        if (thread == null && Probes.isRunning()) {
            Thread made = new Thread(null, this, "weave telemetry " + name);
            made.setDaemon(true);
            made.setContextClassLoader(null);
            made.start();
            thread = made;
        }
    }

    private synchronized Telemetry[] telemetries() {
        if (Probes.isRunning()) {
            return telemetries;
        }
        thread = null;
        return null;
    }

    @Override
    public void run() {
        long due = System.nanoTime();
        Telemetry[] wanted;
        while ((wanted = telemetries()) != null) {
            for (Telemetry telemetry : wanted) {
                try {
                    telemetry.sample();
                } catch (Throwable t) {
                    Counters.FAILURES.incrementAndGet();
                    Log.once(Log.ERROR, "telemetry " + telemetry.name(), "telemetry " + telemetry.name() + " cannot be recorded: " + t);
                }
            }
            due += PERIOD;
            long now = System.nanoTime();
            if (due < now) {
                due = now;
            }
            try {
                Thread.sleep((due - now) / 1000000L);
            } catch (InterruptedException e) {
                // Whoever it was has no claim to this thread.
            }
        }
    }
}

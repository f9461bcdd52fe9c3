package weave.runtime;

/**
 * A probe: the state that the woven jars of one run share. Two runs with other rules make two probes, even with one key.
 */
final class Probe {
    final String key;
    final String events;
    /** Index into the slots of a thread. */
    final int index;
    /** Null unless the probe has control objects. */
    final ControlObjects controlObjects;
    /** Texts that interceptions have given to objects. */
    final Labels labels = new Labels();
    final boolean threadStates;
    /** Name of the enum of its types; null if it has none. */
    final String types;
    /** What its default telemetries show. */
    final Activity activity = new Activity();

    /** The event types, from the first load on; null before, and when they cannot be loaded. */
    volatile Channel channel;
    private volatile Poller[] pollers = new Poller[0];
    /** Nothing is recorded any more. */
    private volatile boolean mute;
    /** Plain interceptions do not run any more either. */
    private volatile boolean dead;

    Probe(String key, String events, int index, ControlObjects controlObjects, boolean threadStates, String types) {
        this.key = key;
        this.events = events;
        this.index = index;
        this.controlObjects = controlObjects;
        this.threadStates = threadStates;
        this.types = types;
    }

    /**
     * Loads the event types. May run in several threads at once, with the same result: no lock is held here, because JFR
     * has its own.
     */
    void load(Recorder recorder) {
        if (channel != null || mute) {
            return;
        }
        try {
            Class<?> type = Class.forName(events, true, Bridge.loader());
            Channel made = recorder.open((Events) type.getDeclaredConstructor().newInstance());
            if (threadStates) {
                recorder.loadStates();
            }
            announce(made);
            made.nameControlObjects();
        } catch (Throwable t) {
            if (Apart.isClosed()) {
                // A plug-in that has gone, and whose loader is not collected yet: that is nobody's fault.
                mute = true;
            } else {
                switchOff(t, false);
            }
        }
    }

    private synchronized void announce(Channel made) {
        if (channel == null) {
            made.types = new PayloadTypes(this);
            made.controlObjects = controlObjects;
            pollers = Telemetries.pollers(this, made.lines(), made.lineNames());
            channel = made;
        }
    }

    /** A recording may want other limits. */
    void readSettings() {
        Channel known = channel;
        if (known != null) {
            known.readSettings();
        }
    }

    /** A recording may have started. */
    void poll() {
        for (Poller poller : pollers) {
            if (!poller.asks || hasValues()) {
                poller.start();
            }
        }
    }

    /** Whether there is something to be asked for the values of telemetries. */
    boolean hasValues() {
        for (Binding binding : Probes.bindings(this)) {
            if (binding.values != null) {
                return true;
            }
        }
        return false;
    }

    /** The value of a telemetry, from whichever woven jar knows it. A failure is said once. */
    Number ask(int number, String name) {
        try {
            for (Binding binding : Probes.bindings(this)) {
                Number value = binding.ask(number);
                if (value != null) {
                    return value;
                }
            }
        } catch (Throwable t) {
            Counters.FAILURES.incrementAndGet();
            Log.once(Log.ERROR, "telemetry " + events + " " + number, "telemetry " + name + " of probe `" + key + "` has no value: " + describe(t));
            Log.trace(t);
        }
        return null;
    }

    /** Regular expressions of the rules: what matches is blanked in texts that no rule has made. */
    String[] redacts() {
        Channel known = channel;
        return known == null ? new String[0] : known.redacts;
    }

    /** An exception, for a message. */
    String describe(Throwable t) {
        return Text.describe(t, redacts());
    }

    boolean canRecord() {
        return channel != null && !mute;
    }

    boolean isDead() {
        return dead;
    }

    /** The probe has failed: it is said once, and its woven code does nothing from now on. */
    void switchOff(Throwable cause, boolean plainToo) {
        Counters.FAILURES.incrementAndGet();
        mute = true;
        if (plainToo) {
            dead = true;
        }
        Probes.apply(this);
        boolean hidesCause = cause instanceof ExceptionInInitializerError && cause.getCause() != null;
        Throwable failure = hidesCause ? cause.getCause() : cause;
        StackTraceElement[] frames = failure.getStackTrace();
        String place = frames.length == 0 ? "" : " at " + frames[0];
        Log.once(Log.ERROR, "off " + events, "probe `" + key + "` is switched off: " + describe(failure) + place);
        Log.trace(failure);
    }
}

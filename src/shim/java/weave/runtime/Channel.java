package weave.runtime;

/** The event types of one probe, without a name of JFR. */
public abstract class Channel {
    /** Makes and records the events. */
    protected final Events events;
    final Totals totals = new Totals();
    /** Regular expressions: what matches is blanked in texts that no rule has made. */
    final String[] redacts;
    /** Null until the probe has this channel. */
    volatile PayloadTypes types;
    /** Null until the probe has this channel, and where it has none. */
    volatile ControlObjects controlObjects;

    /** A channel for the events that the generated class makes. */
    protected Channel(Events events) {
        this.events = events;
        this.redacts = events.redacts();
    }

    /** Limits the events where the recorder cannot. */
    protected final void limit(Limiter payloads, Limiter splits) {
        events.limit(payloads, splits);
    }

    /** The recordings that run, or their settings, may have changed. */
    protected abstract void readSettings();

    /** Gives the totals that have come since the last time to {@link #total}. */
    protected final void drainTotals() {
        totals.drain(this);
    }

    /** Gives the types of payloads to {@link #type}. */
    protected final void reportTypes() {
        PayloadTypes known = types;
        if (known != null) {
            known.report(this);
        }
    }

    /** A recording that already runs is to have the names of the control objects that are open. */
    final void nameControlObjects() {
        ControlObjects known = controlObjects;
        if (known != null) {
            known.nameOpen(this);
        }
    }

    /** A chunk of a recording has begun: it is to have the names of its control objects. */
    protected final void chunkBegins() {
        ControlObjects known = controlObjects;
        if (known != null) {
            known.chunkBegins(this);
        }
    }

    /** A chunk of a recording is about to end. */
    protected final void chunkEnds() {
        ControlObjects known = controlObjects;
        if (known != null) {
            known.chunkEnds();
        }
    }

    /** Records a type of payloads; the colour may be null. */
    protected abstract void type(String name, String color);

    /** See {@link Events#typeColors}. */
    protected abstract String[] typeColors();

    /** Whether there may be anything to record for a payload or a split: asked before all else, with as few reads as can be. */
    protected abstract boolean isOn();

    /** Whether payload events are on. Asked before anything is made or any clock is read. */
    protected abstract boolean payloadEnabled();

    /** Whether the probe has totals instead of single payload events. */
    protected abstract boolean hasTotals();

    /** Whether payloads are counted, and timed by our own clock, too: the recorder keeps its times to itself. */
    protected abstract boolean isCounted();

    /** Records how often a payload has ended, and how long that took, since the last time. */
    protected abstract void total(String name, long count, long nanos, long exceptions);

    /** The lines of the telemetries: see {@link Events#lines}. */
    protected abstract int[] lines();

    /** What these are called in messages. */
    protected abstract String[] lineNames();

    /** Whether the events of a telemetry are on. */
    protected abstract boolean telemetryEnabled(int index);

    /** Records the values of all lines of a telemetry, each as a whole number and as another one. */
    protected abstract void telemetry(int index, long[] wholes, double[] fractions);

    /** Whether split events are on. */
    protected abstract boolean splitEnabled();

    /** Whether the recorder takes samples of the processor's time or of allocations: then splits are called too. */
    protected abstract boolean samplingEnabled();

    /** The clock of the event starts again. */
    protected abstract void restart(Object event);

    /** Whether control object events are on. */
    protected abstract boolean controlObjectEnabled();

    /** Records that a control object was opened or closed, or what it is called. */
    protected abstract void controlObject(String action, long id, String name, Class<?> type);
}

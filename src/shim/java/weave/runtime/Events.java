package weave.runtime;

/** Makes the events of one probe. The weaver generates one subclass per probe; it is loaded when something is recorded. */
public abstract class Events {
    /** Some calls make payloads. */
    public static final int PAYLOADS = 1;
    /** Some splits do more than to be recorded: they are called as well while the recorder takes samples. */
    public static final int SAMPLES = 2;

    /** Null where there is no limit, or the recorder sees to it. */
    private Limiter payloads;
    private Limiter splits;

    /** For the generated subclass. */
    protected Events() {}

    /** Limits the events, before the first of them. */
    final void limit(Limiter ofPayloads, Limiter ofSplits) {
        payloads = ofPayloads;
        splits = ofSplits;
    }

    /** A payload event whose clock runs; this itself if the probe has no single events. */
    public abstract Object beginPayload();

    /**
     * Ends it. Returns the event with all that the entry says, for the adapter to commit, or null: it is off, below its threshold or above
     * its limit. The exception is that which ended the call, or null.
     */
    public Object payload(Object event, Entry entry, Throwable exception) {
        return null;
    }

    /** With calls 1: ends it, and commits it too. */
    public void endPayload(Object event, Entry entry, Throwable exception) {}

    /** A new control object event; null if the probe has none. */
    public abstract Object controlObject();

    /** A split event whose clock runs; null if the probe has none. */
    public Object beginSplit() {
        return null;
    }

    /** Ends it, as a payload. */
    public Object split(Object event, Entry entry, Throwable exception) {
        return null;
    }

    /** With calls 1: ends it, and commits it too. */
    public void endSplit(Object event, Entry entry, Throwable exception) {}

    /** At most so many payloads, and so many splits, as the rules say it; null where they do not. */
    public String throttle() {
        return null;
    }

    /** Whether one more payload is within the limit. */
    protected final boolean payloadAccepted() {
        Limiter limiter = payloads;
        return limiter == null || limiter.accepts();
    }

    /** Whether one more split is within the limit. */
    protected final boolean splitAccepted() {
        Limiter limiter = splits;
        return limiter == null || limiter.accepts();
    }

    /** Regular expressions: what matches is blanked in texts that no rule has made. */
    public String[] redacts() {
        return new String[0];
    }

    /** What the woven calls of the probe are there for, besides splits. */
    public int purposes() {
        return PAYLOADS;
    }

    /** A new event with the totals of one payload; null if the probe has none. */
    public Object totals() {
        return null;
    }

    /** A new event with a type of payloads; null if the probe has none. */
    public Object type() {
        return null;
    }

    /** The types of payloads that the rules declare, each followed by its colour, which may be null. */
    public String[] typeColors() {
        return new String[0];
    }

    /** A new event of a telemetry. */
    public Object telemetry(int index) {
        return null;
    }

    /**
     * The lines of the telemetries, in their order, four numbers for each: the telemetry, what the value comes from, its unit
     * and its scale. Values come from methods of the application, by their number, or, below zero, from the probe itself.
     */
    public int[] lines() {
        return new int[0];
    }

    /** What these are called in messages. */
    public String[] lineNames() {
        return new String[0];
    }

    /** The classes of the events: payload, control object, split, totals, type, telemetries. One that the probe lacks is null, or left out at the end. */
    public abstract Class<?>[] types();
}

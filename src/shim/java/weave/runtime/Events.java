package weave.runtime;

/** Makes the events of one probe. The weaver generates one subclass per probe; it is loaded when something is recorded. */
public abstract class Events {
    /** For the generated subclass. */
    protected Events() {}

    /** A new payload event. */
    public abstract Object payload();

    /** A new control object event; null if the probe has none. */
    public abstract Object controlObject();

    /** A new split event; null if the probe has none. */
    public Object split() {
        return null;
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

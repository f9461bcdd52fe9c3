package weave.runtime;

/** Makes the events of one probe. The weaver generates one subclass per probe; it is loaded when something is recorded. */
public abstract class Events {
    /** For the generated subclass. */
    protected Events() {}

    /** A new payload event. */
    public abstract Object payload();

    /** A new control object event; null if the probe has none. */
    public abstract Object controlObject();

    /** The classes of the events: payload first, then control object if there is one. */
    public abstract Class<?>[] types();
}

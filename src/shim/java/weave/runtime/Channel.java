package weave.runtime;

/** The event types of one probe, without a name of JFR. */
public abstract class Channel {
    /** Whether payload events are on. Asked before anything is made or any clock is read. */
    protected abstract boolean payloadEnabled();

    /** A payload event whose clock runs. */
    protected abstract Object begin();

    /** The clock of the event starts again. */
    protected abstract void restart(Object event);

    /** Ends the event of the entry and records it, unless it is off or below its threshold. */
    protected abstract void commit(Entry entry);

    /** Records that a control object was opened or closed. */
    protected abstract void controlObject(String action, long id, String name, Class<?> type);
}

package weave.runtime;

/**
 * What the shim needs of JDK Flight Recorder, without a name of it: the only implementation is loaded by name, so that a
 * JVM without the module {@code jdk.jfr} runs woven code too.
 */
public abstract class Recorder {
    /** Listens for recordings. False: this JVM cannot record. */
    protected abstract boolean listen();

    /** Whether some recording runs, also one that is older than the listener. */
    protected abstract boolean isRunning();

    /** Registers the event types and opens them for use. */
    protected abstract Channel open(Events events);

    /** Registers the event types of the sampler. */
    protected abstract HeapEvents openHeap();

    /** Registers the event type of thread states. */
    protected abstract void loadStates();

    /** Begins a thread state; null if such events are off. */
    protected abstract Object beginState(String state, String probe);

    /** Ends and records a thread state. */
    protected abstract void endState(Object event);

    /** Records an event that has ended. */
    protected abstract void commit(Object event);

    /** To be called whenever a recording starts, stops or goes away. */
    protected final void changed() {
        try {
            Probes.changed(this);
        } catch (Throwable t) {
            if (!Apart.isClosed()) {
                Log.once(Log.ERROR, "changed", "cannot follow the recordings: " + t);
                Log.trace(t);
            }
        }
    }
}

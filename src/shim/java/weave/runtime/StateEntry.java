package weave.runtime;

/** The token of a thread state: one per thread and level, used again and again, so that nothing is allocated. */
final class StateEntry {
    private final PerThread home;
    private final int level;
    /** Set at the outermost level while something is recorded. */
    Object event;
    /** A probe class has entered it, and leaves it. */
    boolean byHandler;

    StateEntry(PerThread home, int level) {
        this.home = home;
        this.level = level;
    }

    /** Leaves this state, and those above it that got lost. */
    void exit() {
        if (level >= home.stateDepth || home.get() != Thread.currentThread()) {
            return;
        }
        home.stateDepth = level;
        Object ended = event;
        if (ended != null) {
            event = null;
            ThreadStates.end(ended);
        }
    }
}

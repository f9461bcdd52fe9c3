package weave.probe;

import weave.runtime.EnteredStates;

/**
 * A state that the current thread is said to be in, from {@link #enter} to the matching {@link #exit}. Inside of one state others may
 * be entered; only the outermost one is recorded.
 */
public enum ThreadState {
    /** It runs. */
    RUNNABLE,
    /** It waits for something to be done. */
    WAITING,
    /** Another thread keeps it out. */
    BLOCKED,
    /** It waits for the network. */
    NETIO;

    /** The thread is in this state from now on. */
    public void enter() {
        try {
            EnteredStates.enter(ordinal());
        } catch (LinkageError e) {
            // Called without the runtime, as in a unit test.
        }
    }

    /** The thread leaves the state that it entered last. */
    public static void exit() {
        try {
            EnteredStates.exit();
        } catch (LinkageError e) {
            // As above.
        }
    }
}

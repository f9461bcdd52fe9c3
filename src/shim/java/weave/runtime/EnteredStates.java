package weave.runtime;

/** The thread states that probe classes enter and leave: what {@code weave.probe.ThreadState} calls. */
public final class EnteredStates {
    private EnteredStates() {}

    /** The thread enters a state, see {@link Shim#enterState}. */
    public static void enter(int state) {
        try {
            PerThread thread = PerThread.current();
            Binding binding = thread.handling();
            boolean recorded = thread.records() && (binding == null ? Probes.isRunning() : binding.channel != null);
            String probe = binding == null ? null : binding.probe.key;
            StateEntry entered = thread.pushState(state, recorded, probe);
            entered.byHandler = true;
            if (thread.handled != null) {
                thread.handled.keep(entered);
            }
        } catch (Throwable t) {
            ThreadStates.failed(t);
        }
    }

    /** The thread leaves the state that it entered last by {@link #enter}; one that was entered otherwise is not left. */
    public static void exit() {
        try {
            PerThread thread = PerThread.current();
            StateEntry top = thread.stateDepth == 0 ? null : thread.states[thread.stateDepth - 1];
            if (top != null && top.byHandler) {
                top.exit();
            }
        } catch (Throwable t) {
            ThreadStates.failed(t);
        }
    }
}

package weave.runtime;

/** Records thread states. A failure switches the recording of them off, never the counting of levels. */
final class ThreadStates {
    private static final String[] NAMES = {"RUNNABLE", "WAITING", "BLOCKED", "NETIO"};
    private static volatile boolean off;

    private ThreadStates() {}

    static boolean isOff() {
        return off;
    }

    static Object begin(int state, String probe) {
        Recorder recorder = Probes.recorder();
        if (off || recorder == null) {
            return null;
        }
        try {
            return recorder.beginState(state >= 0 && state < NAMES.length ? NAMES[state] : String.valueOf(state), probe);
        } catch (Throwable t) {
            failed(t);
            return null;
        }
    }

    static void end(Object event) {
        Recorder recorder = Probes.recorder();
        if (!off && recorder != null) {
            recorder.endState(event);
        }
    }

    static void failed(Throwable t) {
        if (!Shim.isOfTheVm(t)) {
            off = true;
            Counters.FAILURES.incrementAndGet();
            Log.once(Log.ERROR, "states", "thread states are not recorded any more: " + t);
            Log.trace(t);
        }
    }
}

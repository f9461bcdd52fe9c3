package weave.runtime;

/**
 * The guard while nothing is recorded for a binding, once a recording has run.
 *
 * <p>A class of its own, which is initialized not before: HotSpot compiles no code for a call that would initialize a class. So as long
 * as recordings run, compiled code has no volatile read in it, for which a loop would have to read all its fields anew.
 */
final class Idle {
    private Idle() {}

    /** Whether a recording runs after all that the binding records for. */
    static boolean isRecorded(Binding binding) {
        // A volatile field: behind it a compiled loop reads the plain ones anew.
        return Probes.isRunning() && binding.channel != null;
    }
}

package weave.runtime;

/**
 * The sampler while it is stopped again. A class of its own, which is initialized by the first stop and not before: HotSpot compiles no
 * code for a call that would initialize a class, see {@link Idle}.
 */
final class Resting {
    private Resting() {}

    /** Whether the sampler has been started anew: behind this volatile read a compiled loop reads the plain flag anew. */
    static boolean isOver() {
        return HeapSampler.isOn;
    }
}

package weave.runtime;

/**
 * The guard in front of references to sampled objects, as long as nothing has ever wanted them. A hierarchy of its own, like
 * {@link Unsampled}: as long as HotSpot compiles the call as {@code false}, no object escapes, and it may still remove objects.
 */
class Untracked {
    static Untracked guard = new Untracked();

    boolean tracks() {
        return false;
    }

    /**
     * Whether the sampler has been started, or is about to be. Between the loading of {@link Counting} and the change of its guard a loop could be
     * compiled that reads that guard once, and never sees it change. So this is told before, in the same way: what is compiled from then on
     * reads a volatile field in {@link Unsampled}, and what was compiled before is thrown away with {@link Counting}.
     */
    boolean isTouched() {
        return false;
    }
}

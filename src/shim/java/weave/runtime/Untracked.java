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
}

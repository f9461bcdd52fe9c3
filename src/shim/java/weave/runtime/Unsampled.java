package weave.runtime;

/**
 * The guard in front of all sampling, as long as the sampler has never been started in this JVM.
 *
 * <p>It works as {@link Unrecorded} does, and is a hierarchy of its own, so that a recording does not wake it: HotSpot compiles a call
 * of its methods as a constant until {@link Counting} is linked, and then throws that code away.
 */
class Unsampled {
    static Unsampled guard = new Unsampled();

    boolean counts(Site site) {
        return isOver();
    }

    boolean counts(int length, Site site) {
        return isOver();
    }

    Sample allocated(Object object, Site site) {
        return isOver() ? Allocations.allocated(object, site) : null;
    }

    /** False for HotSpot too. While the sampler is being started it may be true, and then a sample that is not due is not taken. */
    private static boolean isOver() {
        return Untracked.guard.isTouched() && HeapSampler.isOn;
    }
}

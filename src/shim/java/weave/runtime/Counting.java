package weave.runtime;

/**
 * The guard once the sampler has been started. Loaded then, and not before. No method has more than 35 bytes of code: HotSpot inlines
 * them even where it has hardly seen them run.
 */
final class Counting extends Unsampled {
    /** Not by its constructor: the verifier would load this class with the one that calls it. */
    static Unsampled made() {
        return new Counting();
    }

    @Override
    boolean counts(Site site) {
        return (Cells.isOn || Resting.isOver()) && object(site);
    }

    @Override
    boolean counts(int length, Site site) {
        return (Cells.isOn || Resting.isOver()) && array(length, site);
    }

    @Override
    Sample allocated(Object object, Site site) {
        return Cells.isOn || Resting.isOver() ? Allocations.allocated(object, site) : null;
    }

    private static boolean object(Site site) {
        int size = site.size;
        return size > 0 ? Cells.take(size) : Allocations.first(site);
    }

    private static boolean array(int length, Site site) {
        int base = site.size;
        return base > 0 ? Cells.takeAligned(base + ((long) length << site.shift)) : Allocations.first(length, site);
    }
}

package weave.runtime;

/**
 * Where the code of an adapter ends, and that of a sample begins. HotSpot inlines no method of an exception: were a whole sample inlined into an
 * adapter, the adapter would be too big to be inlined itself, and objects would no longer be removed. Nothing of this class is ever made or thrown.
 */
final class SlowPath extends Throwable {
    private static final long serialVersionUID = 1;

    private SlowPath() {}

    static Sample sampled(Object object, Site site) {
        return Allocations.sampled(object, site);
    }

    static Sample sampled(int length, Object array, Site site) {
        return Allocations.sampled(length, array, site);
    }
}

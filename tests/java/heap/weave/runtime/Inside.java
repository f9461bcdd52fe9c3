package weave.runtime;

/** What the tests ask of the runtime that is not public. */
public final class Inside {
    private Inside() {}

    /** The size of an object by the sampler; below zero if it is only reckoned. */
    public static int size(Class<?> type) {
        Sizes.prepare();
        return Sizes.of(type);
    }

    /** The size of an array by the sampler. */
    public static long size(Class<?> component, int length) {
        Sizes.prepare();
        return Sizes.of(component, length);
    }

    /** The size of an object by the rules of the layout. */
    public static int layout(Class<?> type, int header, int reference, int alignment) {
        return Layout.size(type, header, reference, alignment);
    }

    /** A gap, as the sampler draws it. */
    public static long draw(long mean) {
        return Cells.draw(mean);
    }

    /** Whether a notification of a collector is of a full collection. */
    public static boolean isFull(String collector, String action, String cause) {
        return FullCollections.isFull(collector, action, cause);
    }
}

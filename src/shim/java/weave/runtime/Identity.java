package weave.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * The key of an object in a map that does not keep the object alive. It is equal to itself, and to every key of the same living object.
 */
class Identity extends WeakReference<Object> {
    private final int hash;

    /** The reference is enqueued once the object is collected. */
    Identity(Object object, ReferenceQueue<Object> queue) {
        super(object, queue);
        this.hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        Object object = get();
        return object != null && other instanceof Identity && ((Identity) other).get() == object;
    }

    /** The key of one look-up. */
    static final class Same {
        private final Object object;

        Same(Object object) {
            this.object = object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Identity && ((Identity) other).get() == object;
        }
    }
}

package weave.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The control objects of one probe: by identity, weakly, recording or not.
 *
 * <p>An object has one number from its first use to its end, also when it is closed and opened again. One that is known only by
 * its use counts as open.
 */
final class ControlObjects {
    private final ConcurrentHashMap<Object, Known> known = new ConcurrentHashMap<Object, Known>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<Object>();
    private final AtomicLong ids = new AtomicLong();

    /**
     * The number of an object that a payload belongs to. One that was never opened is named by the binding, once; that it has this name
     * is recorded, which is no opening.
     */
    long use(Object object, Binding binding, Channel channel) {
        Known found = find(object);
        found.open = true;
        if (binding.names != null && found.isToBeNamed()) {
            String name = binding.nameOf(object);
            if (name != null) {
                found.name = name;
                if (channel != null) {
                    channel.controlObject("NAME", found.id, name, object.getClass());
                }
            }
        }
        return found.id;
    }

    /** {@code channel} is null when nothing is recorded. */
    void open(Object object, String name, Channel channel) {
        Known found = find(object);
        found.isToBeNamed();
        found.name = name;
        found.open = true;
        if (channel != null) {
            channel.controlObject("OPEN", found.id, name, object.getClass());
        }
    }

    void close(Object object, Channel channel) {
        drain();
        Known found = known.get(new Same(object));
        if (found == null || !found.open) {
            return;
        }
        found.open = false;
        if (channel != null) {
            channel.controlObject("CLOSE", found.id, found.name, object.getClass());
        }
    }

    /** How many are open. */
    int open() {
        drain();
        int count = 0;
        for (Known object : known.values()) {
            count += object.open ? 1 : 0;
        }
        return count;
    }

    int size() {
        drain();
        return known.size();
    }

    private Known find(Object object) {
        drain();
        Known found = known.get(new Same(object));
        if (found == null) {
            Known made = new Known(object, collected, ids.incrementAndGet());
            Known earlier = known.putIfAbsent(made, made);
            found = earlier == null ? made : earlier;
        }
        return found;
    }

    private void drain() {
        Reference<?> gone;
        while ((gone = collected.poll()) != null) {
            known.remove(gone);
        }
    }

    /** The key that stays in the map. Equal to itself, and to whatever stands for the same living object. */
    static final class Known extends WeakReference<Object> {
        final long id;
        private final int hash;
        volatile String name;
        volatile boolean open;
        private boolean isNamed;

        Known(Object object, ReferenceQueue<Object> queue, long id) {
            super(object, queue);
            this.hash = System.identityHashCode(object);
            this.id = id;
        }

        /** True for the first who asks. */
        synchronized boolean isToBeNamed() {
            boolean first = !isNamed;
            isNamed = true;
            return first;
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
            return object != null && other instanceof Known && ((Known) other).get() == object;
        }
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
            return other instanceof Known && ((Known) other).get() == object;
        }
    }
}

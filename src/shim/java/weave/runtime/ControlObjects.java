package weave.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The control objects of one probe: by identity, weakly, recording or not.
 *
 * <p>An object has one number from its first use to its end, also when it is closed and opened again. One that is known only by
 * its use counts as open.
 *
 * <p>Each chunk of a recording has the name of each object that is open, or that a payload in it belongs to. The recorder says when a
 * chunk begins; from then on an object is named when it is met first. So nothing has to be kept of what is closed or collected.
 */
final class ControlObjects {
    private final ConcurrentHashMap<Object, Known> known = new ConcurrentHashMap<Object, Known>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<Object>();
    private final AtomicLong ids = new AtomicLong();
    /** How many chunks have begun: above 0, so that what was never named is named in none. */
    private final AtomicInteger chunk = new AtomicInteger(1);
    /** An object that was never opened has the name of its class. */
    private final boolean classNames;

    ControlObjects(boolean classNames) {
        this.classNames = classNames;
    }

    /**
     * An object that a payload belongs to. One that was never opened is named by the binding, once; that it has this name is recorded, which
     * is no opening.
     */
    Known use(Object object, Binding binding, Channel channel) {
        Known found = find(object);
        if (!found.open) {
            found.open = true;
        }
        if (binding.names != null && found.isToBeNamed()) {
            String name = binding.nameOf(object);
            if (name != null) {
                found.name = name;
            }
        } else if (classNames && found.isToBeNamed()) {
            found.name = object.getClass().getName();
        }
        name(found, channel);
        return found;
    }

    /** Records what an object is called, unless the chunk says it already. {@code channel} is null when nothing is recorded. */
    void name(Known object, Channel channel) {
        int current = chunk.get();
        if (object.namedIn != current && object.name != null && channel != null && channel.controlObjectEnabled()
                && object.isFirstIn(current)) {
            channel.controlObject("NAME", object.id, object.name, object.type());
        }
    }

    /** A chunk begins. */
    void nameOpen(Channel channel) {
        drain();
        chunk.incrementAndGet();
        for (Known object : known.values()) {
            if (object.open && object.get() != null) {
                name(object, channel);
            }
        }
    }

    /** {@code channel} is null when nothing is recorded. */
    void open(Object object, String name, Channel channel) {
        Known found = find(object);
        found.isToBeNamed();
        found.name = name;
        found.open = true;
        record("OPEN", found, channel);
    }

    void close(Object object, Channel channel) {
        drain();
        Known found = known.get(new Identity.Same(object));
        if (found == null || !found.open) {
            return;
        }
        found.open = false;
        record("CLOSE", found, channel);
    }

    private void record(String action, Known object, Channel channel) {
        if (channel != null && channel.controlObjectEnabled()) {
            object.namedIn = chunk.get();
            channel.controlObject(action, object.id, object.name, object.type());
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
        Known found = known.get(new Identity.Same(object));
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

    /** An object, as long as it lives. */
    static final class Known extends Identity {
        final long id;
        volatile String name;
        volatile boolean open;
        /** The chunk that has its name already. */
        volatile int namedIn;
        private boolean isNamed;

        Known(Object object, ReferenceQueue<Object> queue, long id) {
            super(object, queue);
            this.id = id;
        }

        /** True for the first who names it in this chunk. */
        synchronized boolean isFirstIn(int chunk) {
            boolean first = namedIn != chunk;
            namedIn = chunk;
            return first;
        }

        /** Null once the object is gone. */
        Class<?> type() {
            Object object = get();
            return object == null ? null : object.getClass();
        }

        /** True for the first who asks. */
        synchronized boolean isToBeNamed() {
            boolean first = !isNamed;
            isNamed = true;
            return first;
        }
    }
}

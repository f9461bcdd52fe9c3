package weave.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Collections;
import java.util.Set;
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
 * chunk ends and when the next begins; an object is named when it is met first after either. So nothing has to be kept of what is closed or
 * collected, but for a moment: nobody says where between the two the recorder goes on to the next chunk, so what is met there is named once
 * more when that has begun. So is what a thread has used last, whose payload may not be recorded yet.
 */
final class ControlObjects {
    private final ConcurrentHashMap<Object, Known> known = new ConcurrentHashMap<Object, Known>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<Object>();
    private final AtomicLong ids = new AtomicLong();
    /** Even within a chunk, odd from the end of one to the beginning of the next. Above 0, so that what was never named is named in none. */
    private final AtomicInteger time = new AtomicInteger(2);
    /** What is to be named when the next chunk has begun. */
    private final Set<Known> between = Collections.newSetFromMap(new ConcurrentHashMap<Known, Boolean>());

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
        int now = time.get();
        if (object.namedIn < now && object.name != null && channel != null && channel.controlObjectEnabled() && object.isFirstIn(now)) {
            record("NAME", object, channel, now);
        }
    }

    /** What is open is named. */
    void nameOpen(Channel channel) {
        drain();
        for (Known object : known.values()) {
            if (object.open && object.get() != null) {
                name(object, channel);
            }
        }
    }

    /** A chunk is about to end. */
    void chunkEnds() {
        time.set(time.get() | 1);
    }

    /** No recording runs any more: what was met last is of no chunk to come. */
    void recordingsEnd() {
        time.set((time.get() | 1) + 1);
        between.clear();
    }

    /** A chunk has begun. */
    void chunkBegins(Channel channel) {
        int last = time.get() & ~1;
        time.set(last + 2);
        nameOpen(channel);
        for (Known object : between) {
            between.remove(object);
            name(object, channel);
        }
        for (PerThread thread : PerThread.all()) {
            Known object = thread.used;
            if (object != null && object.owner == this && object.namedIn >= last) {
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
            int now = time.get();
            object.isFirstIn(now);
            record(action, object, channel, now);
        }
    }

    private void record(String action, Known object, Channel channel, int now) {
        channel.controlObject(action, object.id, object.name, object.type());
        if ((now & 1) != 0) {
            between.add(object);
            if (time.get() != now && between.remove(object)) {
                name(object, channel);
            }
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
            Known made = new Known(object, this);
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
        final ControlObjects owner;
        final long id;
        volatile String name;
        volatile boolean open;
        /** The time, see there, when it was named last. */
        volatile int namedIn;
        private boolean isNamed;

        Known(Object object, ControlObjects owner) {
            super(object, owner.collected);
            this.owner = owner;
            this.id = owner.ids.incrementAndGet();
        }

        /** True for the first who names it at this time or later: a thread may have read the time long ago. */
        synchronized boolean isFirstIn(int now) {
            boolean first = namedIn < now;
            namedIn = Math.max(namedIn, now);
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

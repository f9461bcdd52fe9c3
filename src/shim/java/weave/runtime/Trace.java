package weave.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * A sampled object, and how it was allocated. It keeps neither the object nor its class: the stack is held by a {@link Throwable}, which
 * does, only until a thread of ours has read it.
 */
final class Trace extends WeakReference<Object> implements HeapTrace {
    private static final HeapFrame[] NONE = {};
    /** {@code Reference.refersTo}; null before JDK 16. */
    private static final MethodHandle REFERS_TO = refersTo();

    final Place place;
    private final long id;
    private final String className;
    private final long size;
    private final long weight;
    private final long threadId;
    private final String threadName;
    private final long time;
    /** The class of the adapters, which is left out of the stack. */
    private final String adapters;
    private Throwable taken;
    private HeapFrame[] frames = NONE;
    /** Its neighbours in the list of those that live. */
    Trace before;
    Trace after;
    boolean isLinked;

    Trace(Object object, ReferenceQueue<Object> gone, long id, Class<?> type, long size, long weight, Place place, String adapters, Throwable taken) {
        super(object, gone);
        Thread thread = Thread.currentThread();
        this.place = place;
        this.id = id;
        this.className = type == null ? place.type : type.getName();
        this.size = size;
        this.weight = weight;
        this.threadId = thread.getId();
        this.threadName = thread.getName();
        this.time = System.currentTimeMillis();
        this.adapters = adapters;
        this.taken = taken;
    }

    /** Does once all that is done for a sample. */
    static void rehearse() {
        Place place = new Place("Ljava/lang/Object;", "", "", 0, 0, 0);
        Trace trace = new Trace(place, null, 0, Object.class, 0, 0, place, "", new Throwable());
        trace.settle(1, new Stacks());
        trace.isDead();
    }

    private static MethodHandle refersTo() {
        try {
            return MethodHandles.publicLookup().findVirtual(Reference.class, "refersTo", MethodType.methodType(boolean.class, Object.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Whether the object is known to be dead. To get it while a concurrent collector marks would keep it alive. */
    boolean isDead() {
        if (REFERS_TO == null) {
            return get() == null;
        }
        try {
            return (boolean) REFERS_TO.invokeExact((Reference<?>) this, (Object) null);
        } catch (Throwable t) {
            return false;
        }
    }

    /** Reads the stack, which takes some microseconds. Returns its depth; 0 if that has been done before. */
    synchronized int settle(int most, Stacks stacks) {
        Throwable from = taken;
        if (from == null) {
            return 0;
        }
        taken = null;
        StackTraceElement[] all = from.getStackTrace();
        int first = 0;
        while (first < all.length && isOurs(all[first].getClassName())) {
            first++;
        }
        frames = stacks.shared(all, first, Math.min(most, all.length - first));
        return frames.length;
    }

    private boolean isOurs(String name) {
        return name.startsWith("weave.runtime.") || name.equals(adapters);
    }

    @Override
    public long getId() {
        return id;
    }

    @Override
    public String getClassName() {
        return className;
    }

    @Override
    public long getSize() {
        return size;
    }

    @Override
    public long getWeight() {
        return weight;
    }

    @Override
    public long getThreadId() {
        return threadId;
    }

    @Override
    public String getThreadName() {
        return threadName;
    }

    @Override
    public long getTime() {
        return time;
    }

    @Override
    public String getSite() {
        return place.name() + ":" + place.line;
    }

    @Override
    public synchronized HeapFrame[] getFrames() {
        return frames.clone();
    }

    @Override
    public String toString() {
        return className + " of " + size + " bytes at " + getSite();
    }
}

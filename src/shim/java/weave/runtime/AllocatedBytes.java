package weave.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.lang.reflect.Field;

/** The sizes of objects as the VM sees them: by how much the bytes rise that this thread has allocated when it makes some. */
final class AllocatedBytes {
    private static final int OBJECTS = 4;
    /** Something else may be allocated meanwhile, so the least is right. */
    private static final int TRIES = 3;

    /** What is made must be there, or HotSpot would not make it. */
    static volatile Object made;

    private final com.sun.management.ThreadMXBean threads;
    /** Makes an object without its constructor, by the one that follows; null where it cannot be had. */
    private final MethodHandle instance;
    private final Object unsafe;

    private AllocatedBytes(com.sun.management.ThreadMXBean threads, MethodHandle instance, Object unsafe) {
        this.threads = threads;
        this.instance = instance;
        this.unsafe = unsafe;
    }

    /** Null where the VM does not count. */
    static AllocatedBytes made() {
        try {
            com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
            if (!threads.isThreadAllocatedMemorySupported() || !threads.isThreadAllocatedMemoryEnabled()) {
                return null;
            }
            AllocatedBytes found = withUnsafe(threads);
            return found.array(byte[].class, 0) > 0 ? found : null;
        } catch (Throwable t) {
            // The modules are missing, or it is another VM.
            return null;
        }
    }

    private static AllocatedBytes withUnsafe(com.sun.management.ThreadMXBean threads) {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            MethodType takes = MethodType.methodType(Object.class, Class.class);
            return new AllocatedBytes(threads, MethodHandles.lookup().findVirtual(type, "allocateInstance", takes), field.get(null));
        } catch (Throwable t) {
            return new AllocatedBytes(threads, null, null);
        }
    }

    private long bytes() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** The size of an object; 0 where it cannot be found out in this thread, or for this class. */
    int object(Class<?> type) {
        if (instance == null) {
            return 0;
        }
        try {
            // Of its own for each: once a handle has been called often, the JDK makes it anew, and meanwhile each call allocates.
            MethodHandle own = instance.bindTo(unsafe);
            long nothing = Long.MAX_VALUE;
            long some = Long.MAX_VALUE;
            for (int i = 0; i < TRIES; i++) {
                nothing = Math.min(nothing, objects(own, type, 0));
                some = Math.min(some, objects(own, type, OBJECTS));
            }
            return size(some - nothing);
        } catch (Throwable t) {
            return 0;
        } finally {
            made = null;
        }
    }

    private long objects(MethodHandle own, Class<?> type, int count) throws Throwable {
        long before = bytes();
        for (int i = 0; i < count; i++) {
            made = (Object) own.invokeExact(type);
        }
        long after = bytes();
        return before < 0 ? 0 : after - before;
    }

    /** The size of an array; 0 where it cannot be found out. */
    int array(Class<?> type, int length) {
        Class<?> component = type.getComponentType();
        long nothing = Long.MAX_VALUE;
        long some = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            nothing = Math.min(nothing, arrays(component, length, 0));
            some = Math.min(some, arrays(component, length, OBJECTS));
        }
        made = null;
        return size(some - nothing);
    }

    private long arrays(Class<?> component, int length, int count) {
        long before = bytes();
        for (int i = 0; i < count; i++) {
            made = Array.newInstance(component, length);
        }
        long after = bytes();
        return before < 0 ? 0 : after - before;
    }

    private static int size(long bytes) {
        long size = bytes / OBJECTS;
        return size > 0 && size <= Integer.MAX_VALUE ? (int) size : 0;
    }
}

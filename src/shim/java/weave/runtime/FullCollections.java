package weave.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.function.BiConsumer;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Causes full collections, and hears of those that others cause. */
final class FullCollections implements BiConsumer<Object, Object> {
    private static final String TYPE = "com.sun.management.gc.notification";
    private static final String COMMAND = "Diagnostic Command";
    /** A concurrent collector may say only then that it has done what we have asked for. */
    private static final long LATE_MILLIS = 50;
    /** Collectors of which each collection is one of the whole heap. */
    private static final HashSet<String> FULL = new HashSet<String>(Arrays.asList("MarkSweepCompact", "PS MarkSweep",
            "G1 Old Generation", "ZGC Cycles", "ZGC Major Cycles", "Shenandoah Cycles", "ConcurrentMarkSweep", "global"));
    /** Whatever collector names them, these are. */
    private static final HashSet<String> CAUSES = new HashSet<String>(Arrays.asList("System.gc()", COMMAND,
            "Heap Inspection Initiated GC", "Heap Dump Initiated GC", "JvmtiEnv ForceGarbageCollection"));

    private final HeapTraces traces;
    /** Null where nothing notifies: then {@link #poll} looks. */
    private Object listener;
    private final ArrayList<Object> emitters = new ArrayList<Object>();
    private boolean isPolled;
    private long seen;
    /** When the last collection of ours had ended: what lived then is known already. */
    private volatile long ownEnd;

    FullCollections(HeapTraces traces) {
        this.traces = traces;
    }

    /** What a collector's notification says: whether all dead objects are known to be dead after it. */
    static boolean isFull(String collector, String action, String cause) {
        // In the midst of a concurrent collection nothing is known.
        boolean isPause = action.endsWith("pause");
        return !isPause && (action.equals("end of major GC") || FULL.contains(collector) || CAUSES.contains(cause));
    }

    /** Begins to listen. */
    synchronized void listen() {
        if (listener != null || isPolled) {
            return;
        }
        try {
            NotificationListener made = (NotificationListener) weakly();
            for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
                // Without the module jdk.management they take listeners, and never call them.
                if (bean instanceof NotificationEmitter && ((NotificationEmitter) bean).getNotificationInfo().length > 0) {
                    ((NotificationEmitter) bean).addNotificationListener(made, null, null);
                    emitters.add(bean);
                }
            }
            listener = made;
            isPolled = emitters.isEmpty();
        } catch (Throwable t) {
            // No module of the beans, or nothing may be added to them.
            isPolled = true;
        }
        seen = count();
    }

    /** Ends it. */
    synchronized void unlisten() {
        for (Object bean : emitters) {
            try {
                ((NotificationEmitter) bean).removeNotificationListener((NotificationListener) listener);
            } catch (Throwable t) {
                // It was never there, or is gone.
            }
        }
        emitters.clear();
        listener = null;
        isPolled = false;
    }

    /** Called by the bean of a collector. */
    void notified(Notification notification) {
        if (!TYPE.equals(notification.getType()) || !(notification.getUserData() instanceof CompositeData)) {
            return;
        }
        CompositeData data = (CompositeData) notification.getUserData();
        String cause = String.valueOf(data.get("gcCause"));
        if (isFull(String.valueOf(data.get("gcName")), String.valueOf(data.get("gcAction")), cause)) {
            // The notification comes late. Its time is that of the end of the collection: what was sampled later is none of it.
            long time = notification.getTimeStamp();
            boolean isOwn = time <= ownEnd || cause.equals(COMMAND) && time <= ownEnd + LATE_MILLIS;
            if (!isOwn) {
                traces.collectionEnded(time);
            }
        }
    }

    /** Where nothing notifies, the counters of the collectors tell. */
    void poll() {
        synchronized (this) {
            if (!isPolled) {
                return;
            }
            long count = count();
            if (count == seen) {
                return;
            }
            seen = count;
        }
        traces.collectionEnded(Long.MAX_VALUE);
    }

    private static long count() {
        long count = 0;
        try {
            for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
                count += FULL.contains(bean.getName()) ? bean.getCollectionCount() : 0;
            }
        } catch (Throwable t) {
            // Then none is ever seen.
        }
        return count;
    }

    /** Has the VM collect all garbage, and returns when that is done. */
    void collect() {
        WeakReference<Object> probe = new WeakReference<Object>(new Object());
        // A concurrent collection may leave what was young when it began: the next one finds it.
        for (int times = isConcurrent() ? 2 : 1; times > 0; times--) {
            if (!command()) {
                System.gc();
            }
        }
        ownEnd = System.currentTimeMillis();
        synchronized (this) {
            seen = isPolled ? count() : seen;
        }
        if (probe.get() != null) {
            Log.once(Log.ERROR, "full collection", "this JVM makes no full collection when it is asked to, so traces of live objects may be"
                    + " of dead ones too");
        }
    }

    /** What {@code jcmd GC.run} does: unlike {@code System.gc()} it cannot be switched off. */
    private static boolean command() {
        try {
            ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcRun", null, null);
            return true;
        } catch (Throwable t) {
            return false;
        }
    }

    /** Whether the collections that we ask for are concurrent: {@code -XX:+ExplicitGCInvokesConcurrent}. */
    private static boolean isConcurrent() {
        try {
            Object option = ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=HotSpotDiagnostic"),
                    "getVMOption", new Object[] {"ExplicitGCInvokesConcurrent"}, new String[] {"java.lang.String"});
            return "true".equals(((CompositeData) option).get("value"));
        } catch (Throwable t) {
            return false;
        }
    }

    /** What the beans are given to keep: where the runtime does not last, it must not keep that. */
    private Object weakly() throws ReflectiveOperationException {
        if (Apart.lasts()) {
            return new Direct(this);
        }
        MethodHandle accept = MethodHandles.publicLookup().findVirtual(BiConsumer.class, "accept",
                MethodType.methodType(void.class, Object.class, Object.class));
        MethodHandle call = Apart.weakCall(this, accept.asType(MethodType.genericMethodType(3).changeReturnType(void.class)));
        return Apart.as(NotificationListener.class, call.asType(MethodType.methodType(void.class, Notification.class, Object.class)));
    }

    @Override
    public void accept(Object notification, Object handback) {
        notified((Notification) notification);
    }

    /** A listener of a runtime that lasts as long as the JVM. */
    static final class Direct implements NotificationListener {
        private final FullCollections collections;

        Direct(FullCollections collections) {
            this.collections = collections;
        }

        @Override
        public void handleNotification(Notification notification, Object handback) {
            collections.notified(notification);
        }
    }
}

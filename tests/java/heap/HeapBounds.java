import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import weave.runtime.HeapSampling;
import weave.runtime.HeapSamplingStats;
import weave.runtime.HeapTrace;

/** The memory of the sampler has bounds, and it keeps no class loader. Each method needs a JVM of its own. */
final class HeapBounds {
    private static long used() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }

    /** Five million objects, all of them sampled: at 512 KiB that would be 2.4 TB of allocation. */
    static void memoryDoesNotGrowWithAllocation() {
        HeapSampling.start(0, 200);
        for (int i = 0; i < 200_000; i++) {
            Things.small();
        }
        long before = used();
        for (int i = 0; i < 5_000_000; i++) {
            Things.small();
        }
        HeapSampling.objectAllocTraces();
        HeapSamplingStats stats = HeapSampling.stats();
        long after = used();
        Check.equal(5_200_000L, stats.getSampleCount());
        Check.equal(5_200_000L, stats.getGarbageCollectedSamples() + stats.getDroppedSamples());
        Check.equal(200, HeapSampling.garbageTraces().length);
        Check.that(after - before < 2 << 20, before + " bytes before, " + after + " after");
    }

    /** With {@code -Dweave.heap.live=1000}. */
    static void liveSamplesBeyondTheBoundAreCounted() {
        HeapSampling.start(0, 10);
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            kept.add(Things.kept(i));
        }
        Check.equal(1000, HeapSampling.objectAllocTraces().length);
        HeapSamplingStats stats = HeapSampling.stats();
        Check.equal(5000L, stats.getSampleCount());
        Check.equal(4000L, stats.getDroppedSamples());
        Check.equal(1000L, stats.getLiveSamples());
        Check.equal(5000, kept.size());
        kept.clear();
        HeapSampling.objectAllocTraces();
        kept.add(Things.kept(1));
        Check.equal(1, HeapSampling.objectAllocTraces().length);
        Check.equal(4000L, HeapSampling.stats().getDroppedSamples());
    }

    private static final class Own extends URLClassLoader {
        private final boolean hasRuntime;

        Own(URL[] urls, ClassLoader parent, boolean hasRuntime) {
            super(urls, parent);
            this.hasRuntime = hasRuntime;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean isOwn = name.startsWith("Things") || name.equals("Adapters") || hasRuntime && name.startsWith("weave.");
            if (!isOwn) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known == null ? findClass(name) : known;
            }
        }
    }

    private static Own loader(boolean hasRuntime) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            urls.add(Path.of(path).toUri().toURL());
        }
        return new Own(urls.toArray(new URL[0]), HeapBounds.class.getClassLoader(), hasRuntime);
    }

    private static Object call(Class<?> of, String method, Object... arguments) throws Exception {
        for (Method one : of.getDeclaredMethods()) {
            if (one.getName().equals(method) && one.getParameterCount() == arguments.length) {
                one.setAccessible(true);
                return one.invoke(null, arguments);
            }
        }
        throw new NoSuchMethodException(method);
    }

    /** Allocates, and returns the objects too, which have a class of the loader. */
    private static List<Object> allocate(ClassLoader loader) throws Exception {
        Class<?> things = Class.forName("Things", true, loader);
        List<Object> made = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            made.add(call(things, "kept", i));
            call(things, "small");
        }
        return made;
    }

    private static void awaitGone(WeakReference<?> reference) throws InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (reference.get() != null) {
            Check.that(System.nanoTime() < end, "the loader is still there");
            System.gc();
            Thread.sleep(20);
        }
    }

    private static WeakReference<ClassLoader> deploy() throws Exception {
        Own loader = loader(false);
        List<Object> made = allocate(loader);
        Check.equal(50, HeapSampling.objectAllocTraces().length);
        Check.equal(50, made.size());
        loader.close();
        return new WeakReference<>(loader);
    }

    /** The runtime lasts, and the application goes while the sampler runs and keeps traces of it. */
    static void applicationsAreCollectedWhileTheirTracesAreKept() throws Exception {
        HeapSampling.start(0, 100);
        for (int i = 0; i < 3; i++) {
            awaitGone(deploy());
        }
        Check.equal(0, HeapSampling.objectAllocTraces().length);
        int kept = 0;
        for (HeapTrace trace : HeapSampling.frequentGarbageTraces()) {
            Check.equal("Things", trace.getFrames()[0].getClassName());
            kept += trace.getClassName().equals("Things$Kept") ? 1 : 0;
        }
        Check.that(kept > 0, "no trace of them");
        Check.equal(300L, HeapSampling.stats().getGarbageCollectedSamples());
    }

    private static WeakReference<ClassLoader> deployWithRuntime(boolean stops) throws Exception {
        Own loader = loader(true);
        Class<?> sampling = Class.forName("weave.runtime.HeapSampling", true, loader);
        Check.that(sampling != HeapSampling.class, "a runtime of its own");
        call(sampling, "start", 0L, 100);
        List<Object> made = allocate(loader);
        Check.equal(50, ((Object[]) call(sampling, "objectAllocTraces")).length);
        MBeanServer server = java.lang.management.ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("weave.runtime:type=HeapSampling");
        Check.equal(true, server.getAttribute(name, "Running"));
        made.subList(0, 10).clear();
        Check.equal(40, ((Object[]) server.invoke(name, "objectAllocTraces", null, null)).length);
        if (stops) {
            call(sampling, "stop");
        }
        Check.equal(40, made.size());
        return new WeakReference<>(loader);
    }

    /** The runtime goes with its application, also if nobody has stopped the sampler, and the next one has the bean's name. */
    static void aRuntimeIsCollectedWithItsApplication() throws Exception {
        awaitGone(deployWithRuntime(true));
        awaitGone(deployWithRuntime(false));
        awaitGone(deployWithRuntime(false));
    }
}

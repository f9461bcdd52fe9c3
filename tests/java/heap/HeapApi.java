import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import weave.runtime.HeapFrame;
import weave.runtime.HeapSampling;
import weave.runtime.HeapSamplingMXBean;
import weave.runtime.HeapSamplingStats;
import weave.runtime.HeapTrace;
import weave.runtime.Sampler;
import weave.runtime.Site;

/** Starting, stopping, settings, errors and statistics, by code and by JMX. Each method needs a JVM of its own. */
final class HeapApi {
    private static List<Object> some(int count) {
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            kept.add(Things.kept(i));
        }
        return kept;
    }

    private static void checkZero() {
        HeapSamplingStats stats = HeapSampling.stats();
        Check.equal(0L, stats.getSampleCount());
        Check.equal(0L, stats.getGarbageCollectedSamples());
        Check.equal(0L, stats.getSampleRateAccumulation());
        Check.equal(0L, stats.getSampleRateCount());
        Check.equal(0L, stats.getStackDepthAccumulation());
        Check.equal(0L, stats.getLiveSamples());
        Check.equal(0L, stats.getDroppedSamples());
    }

    private static void checkNoTraces() {
        Check.equal(0, HeapSampling.objectAllocTraces().length);
        Check.equal(0, HeapSampling.garbageTraces().length);
        Check.equal(0, HeapSampling.frequentGarbageTraces().length);
        Check.equal(0, HeapSampling.cachedObjectAllocTraces().length);
    }

    private static long collections() {
        long count = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += bean.getCollectionCount();
        }
        return count;
    }

    private static boolean isRefused(Runnable run, String message) {
        try {
            run.run();
            return false;
        } catch (IllegalArgumentException e) {
            Check.equal(message, e.getMessage());
            return true;
        }
    }

    static void notStartedThereIsNothingAndNoCollection() {
        some(100);
        long before = collections();
        checkNoTraces();
        checkZero();
        Check.equal(before, collections());
        Check.that(!HeapSampling.isRunning(), "runs");
        HeapSampling.stop();
        checkZero();
    }

    static void stoppedThereIsNothingAndNoCollection() {
        HeapSampling.start(0, 10);
        List<Object> kept = some(50);
        Check.equal(50, HeapSampling.objectAllocTraces().length);
        HeapSampling.stop();
        long before = collections();
        checkNoTraces();
        checkZero();
        Check.equal(before, collections());
        some(50);
        checkZero();
        HeapSampling.stop();
        // What was sampled before has been forgotten.
        HeapSampling.start(0, 10);
        checkZero();
        kept.clear();
        Check.equal(0, HeapSampling.objectAllocTraces().length);
        Check.equal(0L, HeapSampling.stats().getGarbageCollectedSamples());
        List<Object> again = some(20);
        Check.equal(20, HeapSampling.objectAllocTraces().length);
        Check.equal(20L, HeapSampling.stats().getSampleCount());
        Check.equal(20, again.size());
    }

    static void negativeValuesAreRefused() {
        Check.that(isRefused(() -> HeapSampling.start(-1), "rate is less than zero: -1"), "rate");
        Check.that(isRefused(() -> HeapSampling.start(-5, 10), "rate is less than zero: -5"), "rate of two");
        Check.that(isRefused(() -> HeapSampling.start(10, -2), "maxGcStorage is less than zero: -2"), "storage");
        Check.that(isRefused(() -> HeapSampling.setRate(-3), "rate is less than zero: -3"), "another rate");
        Check.that(!HeapSampling.isRunning(), "a refused start starts");
        HeapSampling.start(1000, 10);
        Check.that(isRefused(() -> HeapSampling.start(-1, 10), "rate is less than zero: -1"), "running");
        Check.equal(1000L, HeapSampling.rate());
        Check.that(HeapSampling.isRunning(), "goes on");
    }

    static void defaultsAreThoseOfTheRules() {
        Check.equal(512L << 10, HeapSampling.rate());
        Check.equal(200, HeapSampling.maxGcStorage());
        HeapSampling.start();
        Check.equal(512L << 10, HeapSampling.rate());
        Check.equal(200, HeapSampling.maxGcStorage());
        HeapSampling.stop();
        HeapSampling.start(0);
        Check.equal(200, HeapSampling.maxGcStorage());
        for (int i = 0; i < 500; i++) {
            Things.small();
        }
        HeapSampling.objectAllocTraces();
        Check.equal(200, HeapSampling.garbageTraces().length);
        Check.equal(200, HeapSampling.frequentGarbageTraces().length);
        Check.equal(500L, HeapSampling.stats().getGarbageCollectedSamples());
    }

    static void storageOfZeroKeepsNoGarbageButCountsIt() {
        HeapSampling.start(0, 0);
        for (int i = 0; i < 500; i++) {
            Things.small();
        }
        Check.equal(0, HeapSampling.objectAllocTraces().length);
        Check.equal(0, HeapSampling.garbageTraces().length);
        Check.equal(0, HeapSampling.frequentGarbageTraces().length);
        Check.equal(500L, HeapSampling.stats().getGarbageCollectedSamples());
    }

    static void aSecondStartGivesOtherSettingsAndForgetsNothing() {
        HeapSampling.start(0, 100);
        List<Object> kept = some(30);
        for (int i = 0; i < 80; i++) {
            Things.small();
        }
        HeapSampling.objectAllocTraces();
        Check.equal(80, HeapSampling.garbageTraces().length);
        HeapSampling.start(1L << 40, 20);
        Check.equal(1L << 40, HeapSampling.rate());
        Check.equal(20, HeapSampling.garbageTraces().length);
        Check.equal(20, HeapSampling.frequentGarbageTraces().length);
        some(1000);
        Check.equal(110L, HeapSampling.stats().getSampleCount());
        Check.equal(30, HeapSampling.objectAllocTraces().length);
        HeapSampling.setRate(0);
        some(40);
        Check.equal(150L, HeapSampling.stats().getSampleCount());
        Check.equal(30, kept.size());
    }

    static void aTraceSaysWhatWasAllocatedWhereAndByWhom() throws InterruptedException {
        HeapSampling.start(0, 10);
        long before = System.currentTimeMillis();
        Object[] made = new Object[1];
        Thread thread = new Thread(() -> made[0] = Things.large(), "allocating");
        thread.start();
        thread.join();
        HeapTrace[] live = HeapSampling.objectAllocTraces();
        Check.equal(1, live.length);
        HeapTrace trace = live[0];
        Check.equal("Things$Large", trace.getClassName());
        Check.equal(96L, trace.getSize());
        Check.equal(96L, trace.getWeight());
        Check.equal(thread.getId(), trace.getThreadId());
        Check.equal("allocating", trace.getThreadName());
        Check.equal("Things.large()LThings$Large;:12", trace.getSite());
        Check.that(trace.getTime() >= before && trace.getTime() <= System.currentTimeMillis(), trace.getTime());
        HeapFrame[] frames = trace.getFrames();
        Check.equal("Things", frames[0].getClassName());
        Check.equal("large", frames[0].getMethodName());
        Check.equal("Things.java", frames[0].getFileName());
        Check.that(frames[0].getLineNumber() > 0, frames[0]);
        Check.equal("HeapApi", frames[1].getClassName());
        Check.equal("java.lang.Thread", frames[frames.length - 1].getClassName());
        Check.equal((long) frames.length, HeapSampling.stats().getStackDepthAccumulation());
        Check.that(made[0] != null, "it lives");
    }

    /** With {@code depth=3}. */
    static void stacksHaveTheDepthOfTheRules() {
        HeapSampling.start(0, 10);
        List<Object> kept = some(10);
        for (HeapTrace trace : HeapSampling.objectAllocTraces()) {
            Check.equal(3, trace.getFrames().length);
        }
        Check.equal(30L, HeapSampling.stats().getStackDepthAccumulation());
        Check.equal(10, kept.size());
    }

    static void clientsOfJmxHaveTheSame() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("weave.runtime:type=HeapSampling");
        some(1);
        long end = System.nanoTime() + 20_000_000_000L;
        while (!server.isRegistered(name)) {
            Check.that(System.nanoTime() < end, "not registered");
            Thread.sleep(5);
        }
        HeapSamplingMXBean bean = JMX.newMXBeanProxy(server, name, HeapSamplingMXBean.class);
        Check.that(!bean.isRunning() && !HeapSampling.isRunning(), "not started");
        Check.equal(0, bean.objectAllocTraces().length);
        Check.equal(0L, bean.getStats().getSampleCount());
        Check.that(isRefused(() -> bean.start(-1, 10), "rate is less than zero: -1"), "rate");
        Check.that(isRefused(() -> bean.start(1, -10), "maxGcStorage is less than zero: -10"), "storage");
        bean.start(0, 5);
        Check.that(bean.isRunning() && HeapSampling.isRunning(), "started");
        List<Object> kept = some(8);
        for (int i = 0; i < 9; i++) {
            Things.small();
        }
        HeapTrace[] live = bean.objectAllocTraces();
        Check.equal(8, live.length);
        Check.equal("Things$Kept", live[0].getClassName());
        Check.equal("kept", live[0].getFrames()[0].getMethodName());
        Check.equal(8, bean.cachedObjectAllocTraces().length);
        Check.equal(5, bean.garbageTraces().length);
        Check.equal(5, bean.frequentGarbageTraces().length);
        Check.equal(17L, bean.getStats().getSampleCount());
        Check.equal(9L, bean.getStats().getGarbageCollectedSamples());
        Check.equal(0L, bean.getRate());
        bean.setRate(4096);
        Check.equal(4096L, HeapSampling.rate());
        Check.equal(5, bean.getMaxGcStorage());
        bean.stop();
        Check.that(!HeapSampling.isRunning(), "stopped");
        Check.equal(0L, bean.getStats().getSampleCount());
        Check.equal(8, kept.size());
    }

    private static boolean isLoaded(String name) throws Exception {
        java.lang.reflect.Method find = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
        find.setAccessible(true);
        return find.invoke(HeapApi.class.getClassLoader(), name) != null;
    }

    /** With {@code --add-opens java.base/java.lang=ALL-UNNAMED}: what counts, and what is asked for sizes, comes with the start. */
    static void nothingIsLoadedForSamplesBeforeTheStart() throws Exception {
        some(1000);
        Things.bytes(10);
        String[] late = {"Counting", "Touched", "Tracked", "Cells", "Resting", "Sizes", "AllocatedBytes", "HeapTraces", "Trace", "FullCollections", "jfr.HeapSampleEvent"};
        for (String name : late) {
            Check.that(!isLoaded("weave.runtime." + name), name + " is loaded early");
        }
        HeapSampling.start(0, 10);
        for (String name : new String[] {"Counting", "Tracked", "Cells", "Sizes", "HeapTraces", "Trace"}) {
            Check.that(isLoaded("weave.runtime." + name), name + " is not loaded");
        }
    }

    static void newerCallsAreRefusedAndFailNothing() {
        Site[] sites = Sampler.sites(Sampler.CALLS + 1, "start=jvm,later=1", "LThings$Small;\tHeapApi\tx()V\t1\t0\t0\t?", 3, HeapApi.class);
        Check.equal(3, sites.length);
        Check.that(!HeapSampling.isRunning(), "started");
        HeapSampling.start(0, 10);
        for (Site site : sites) {
            Check.that(!Sampler.counts(site) && !Sampler.counts(7, site), "counted");
            Check.equal(null, Sampler.allocated(new int[3], site));
        }
        Check.equal(0L, HeapSampling.stats().getSampleCount());
        // Others are sampled all the same.
        some(3);
        Check.equal(3L, HeapSampling.stats().getSampleCount());
    }

    /** With {@code -Dweave.enabled=false}. */
    static void theKillSwitchStopsTheSampler() {
        HeapSampling.start(0, 10);
        Check.that(!HeapSampling.isRunning(), "started");
        some(10);
        Check.equal(0L, HeapSampling.stats().getSampleCount());
    }

    private static int deep(int depth) {
        Things.small();
        Things.bytes(depth & 15);
        return deep(depth + 1) + 1;
    }

    /** Samples near the end of the stack fail quietly, and those after it are taken. */
    static void aStackOverflowIsEndured() throws InterruptedException {
        HeapSampling.start(0, 10);
        int[] overflows = new int[1];
        // Each of these stacks is deep, and takes its time to be read.
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < 3; i++) {
                try {
                    deep(0);
                } catch (StackOverflowError e) {
                    overflows[0]++;
                }
            }
        }, "overflowing", 192 << 10);
        thread.start();
        thread.join();
        Check.equal(3, overflows[0]);
        long before = HeapSampling.stats().getSampleCount();
        List<Object> kept = some(20);
        Check.equal(before + 20, HeapSampling.stats().getSampleCount());
        int live = 0;
        for (HeapTrace trace : HeapSampling.objectAllocTraces()) {
            live += trace.getClassName().equals("Things$Kept") ? 1 : 0;
        }
        Check.equal(20, live);
        Check.equal(20, kept.size());
    }
}

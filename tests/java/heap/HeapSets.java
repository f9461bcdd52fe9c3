import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import weave.runtime.HeapSampling;
import weave.runtime.HeapTrace;

/** The four sets of traces, against a program that keeps, drops and revives objects that it knows. Every allocation is sampled. */
final class HeapSets {
    private static List<Object> keep(int count) {
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            kept.add(Things.kept(i));
        }
        return kept;
    }

    /** In a method of its own: no local variable of the caller keeps one of them. */
    private static void drop(int count) {
        for (int i = 0; i < count; i++) {
            Things.small();
        }
    }

    private static int count(HeapTrace[] traces, Class<?> type) {
        int count = 0;
        for (HeapTrace trace : traces) {
            count += trace.getClassName().equals(type.getName()) ? 1 : 0;
        }
        return count;
    }

    private static Set<Long> ids(HeapTrace[] traces) {
        Set<Long> ids = new HashSet<>();
        for (HeapTrace trace : traces) {
            Check.that(ids.add(trace.getId()), "twice: " + trace);
        }
        return ids;
    }

    private static long collections() {
        long count = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += bean.getCollectionCount();
        }
        return count;
    }

    static void liveAndGarbageAreWhatTheProgramKeepsAndDrops() {
        HeapSampling.start(0, 50);
        List<Object> kept = keep(100);
        drop(200);
        HeapTrace[] live = HeapSampling.objectAllocTraces();
        Check.equal(100, live.length);
        Check.equal(100, count(live, Things.Kept.class));
        Check.equal(100, ids(live).size());
        HeapTrace[] garbage = HeapSampling.garbageTraces();
        Check.equal(50, garbage.length);
        Check.equal(50, count(garbage, Things.Small.class));
        HeapTrace[] frequent = HeapSampling.frequentGarbageTraces();
        Check.equal(50, frequent.length);
        Check.equal(50, ids(frequent).size());
        Check.equal(300L, HeapSampling.stats().getSampleCount());
        Check.equal(200L, HeapSampling.stats().getGarbageCollectedSamples());
        Check.equal(100L, HeapSampling.stats().getLiveSamples());
        Check.equal(100, kept.size());
        // The rest dies too.
        kept.clear();
        Check.equal(0, HeapSampling.objectAllocTraces().length);
        Check.equal(300L, HeapSampling.stats().getGarbageCollectedSamples());
        HeapSampling.stop();
    }

    static void cachedTracesAreThoseOfTheLastFullCollection() {
        HeapSampling.start(0, 10);
        List<Object> kept = keep(60);
        Check.equal(60, HeapSampling.objectAllocTraces().length);
        Set<Long> first = ids(HeapSampling.cachedObjectAllocTraces());
        Check.equal(60, first.size());
        kept.subList(0, 20).clear();
        List<Object> more = keep(7);
        long before = collections();
        Set<Long> second = ids(HeapSampling.cachedObjectAllocTraces());
        HeapSampling.garbageTraces();
        HeapSampling.frequentGarbageTraces();
        HeapSampling.stats();
        Check.equal(before, collections());
        Check.equal(first, second);
        Check.equal(47, HeapSampling.objectAllocTraces().length);
        Check.equal(47, HeapSampling.cachedObjectAllocTraces().length);
        Check.equal(47, kept.size() + more.size());
        HeapSampling.stop();
    }

    /** Somebody else collects: the set changes soon, without a collection of ours. */
    static void fullCollectionsOfOthersAreSeen() throws InterruptedException {
        HeapSampling.start(0, 10);
        List<Object> kept = keep(30);
        Check.equal(30, HeapSampling.objectAllocTraces().length);
        kept.subList(0, 10).clear();
        System.gc();
        waitForCached(20);
        Check.equal(20, kept.size());
        HeapSampling.stop();
    }

    private static void waitForCached(int expected) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (HeapSampling.cachedObjectAllocTraces().length != expected) {
            Check.that(System.nanoTime() < end, "cached: " + HeapSampling.cachedObjectAllocTraces().length + ", expected " + expected);
            Thread.sleep(5);
        }
    }

    /** With {@code -XX:+DisableExplicitGC}. */
    static void objectTracesNeedNoExplicitCollection() {
        WeakReference<Object> dead = new WeakReference<>(new Object());
        System.gc();
        Check.that(dead.get() != null, "System.gc() collects: the option is missing");
        liveAndGarbageAreWhatTheProgramKeepsAndDrops();
    }

    /** An object that is reached again before a collection lives; what its finalizer brings back has been found dead. */
    @SuppressWarnings("removal")
    static void revivedObjectsLiveUnlessTheyWereFinalized() {
        HeapSampling.start(0, 10);
        List<Object> kept = keep(5);
        WeakReference<Object> weak = new WeakReference<>(kept.remove(4));
        Object revived = weak.get();
        Check.equal(revived == null ? 4 : 5, HeapSampling.objectAllocTraces().length);
        Check.equal(4, kept.size());
        if (revived != null) {
            Check.that(weak.get() == revived, "not collected");
        }
        HeapSampling.stop();
    }

    static void theRecentGarbageIsTheLatest() {
        HeapSampling.start(0, 10);
        List<Object> first = keep(10);
        List<Object> second = keep(10);
        first.clear();
        HeapSampling.objectAllocTraces();
        Set<Long> early = ids(HeapSampling.garbageTraces());
        second.clear();
        HeapSampling.objectAllocTraces();
        Set<Long> late = ids(HeapSampling.garbageTraces());
        Check.equal(10, early.size());
        Check.equal(10, late.size());
        early.retainAll(late);
        Check.equal(0, early.size());
        HeapSampling.stop();
    }

    /** Of 4000 that die one after the other, each half has about as many of 400 places: five standard deviations are 50. */
    static void frequentGarbageIsARandomChoiceOfAll() {
        HeapSampling.start(0, 400);
        List<Object> first = keep(2000);
        List<Object> second = keep(2000);
        long border = 0;
        for (HeapTrace trace : HeapSampling.objectAllocTraces()) {
            border += trace.getId();
        }
        border /= 4000;
        first.clear();
        HeapSampling.objectAllocTraces();
        second.clear();
        HeapSampling.objectAllocTraces();
        int early = 0;
        for (HeapTrace trace : HeapSampling.frequentGarbageTraces()) {
            early += trace.getId() <= border ? 1 : 0;
        }
        Check.equal(400, HeapSampling.frequentGarbageTraces().length);
        Check.that(Math.abs(early - 200) <= 50, early + " of the first half");
        for (HeapTrace trace : HeapSampling.garbageTraces()) {
            Check.that(trace.getId() > border, "of the first half, but recent: " + trace);
        }
        HeapSampling.stop();
    }

    static void everyDimensionOfAnArrayIsASample() {
        HeapSampling.start(0, 100);
        int[][] nested = Things.nested(3, 4);
        Object copy = Things.copy(new byte[100]);
        HeapTrace[] live = HeapSampling.objectAllocTraces();
        Check.equal(1, count(live, int[][].class));
        Check.equal(3, count(live, int[].class));
        Check.equal(1, count(live, byte[].class));
        Check.equal(5, live.length);
        Check.that(nested.length == 3 && copy != null, "they live");
        HeapSampling.stop();
    }
}

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.consumer.RecordedEvent;
import weave.runtime.HeapSampling;
import weave.runtime.Inside;
import weave.runtime.Sampler;
import weave.runtime.Site;

/** Estimates against known allocation, and gaps against their distribution. Each method needs a JVM of its own. */
final class HeapStatistics {
    /** So many samples a program makes at least. */
    private static final int SAMPLES = 10_000;
    private static final long SMALL = Inside.size(Things.Small.class);
    private static final long LARGE = Inside.size(Things.Large.class);
    static Object sink;

    /** With {@code start=recording,rate=4096}: bytes by site, over a program that makes small and large objects and arrays. */
    static void estimatesBySiteAreNearTheTruth() throws Exception {
        Map<String, Long> truth = new TreeMap<>();
        Tape tape = Tape.start("weave.heap.Sample#stackTrace", "false");
        run(truth, 600_000);
        check(truth, tape.stop());
    }

    /** The same by 8 threads at once. */
    static void estimatesOfEightThreadsAreNearTheTruth() throws Exception {
        Map<String, Long> truth = new TreeMap<>();
        Tape tape = Tape.start("weave.heap.Sample#stackTrace", "false");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(new Thread(() -> run(truth, 80_000)));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        check(truth, tape.stop());
    }

    /** The same by 10,000 virtual threads; with a JDK that has them. */
    static void estimatesOfVirtualThreadsAreNearTheTruth() throws Exception {
        Map<String, Long> truth = new TreeMap<>();
        Tape tape = Tape.start("weave.heap.Sample#stackTrace", "false");
        java.lang.reflect.Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            threads.add((Thread) start.invoke(null, (Runnable) () -> run(truth, 64)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        check(truth, tape.stop());
    }

    /** Allocates, and adds to the truth what that was. */
    private static void run(Map<String, Long> truth, int rounds) {
        Map<String, Long> own = new HashMap<>();
        for (int i = 0; i < rounds; i++) {
            sink = Things.small();
            sink = Things.small();
            sink = Things.large();
            sink = Things.bytes(i & 255);
            if ((i & 31) == 0) {
                // Larger than the rate: nearly each is sampled.
                sink = Things.longs(1000);
                own.merge("longs", Inside.size(long.class, 1000), Long::sum);
            }
            own.merge("small", 2 * SMALL, Long::sum);
            own.merge("large", LARGE, Long::sum);
            own.merge("bytes", Inside.size(byte.class, i & 255), Long::sum);
        }
        synchronized (truth) {
            own.forEach((site, bytes) -> truth.merge(site, bytes, Long::sum));
        }
    }

    private static void check(Map<String, Long> truth, List<RecordedEvent> events) {
        Map<String, Long> estimates = new TreeMap<>();
        Map<String, Long> samples = new TreeMap<>();
        long all = 0;
        for (RecordedEvent event : events) {
            if (event.getEventType().getName().equals("weave.heap.Sample")) {
                String site = event.getString("site").replaceAll(".*\\.|\\(.*", "");
                estimates.merge(site, event.getLong("weight"), Long::sum);
                samples.merge(site, 1L, Long::sum);
                all++;
            }
        }
        Check.that(all >= SAMPLES, all + " samples");
        Check.equal(truth.keySet(), estimates.keySet());
        long estimate = 0;
        long whole = 0;
        for (String site : truth.keySet()) {
            double error = (double) estimates.get(site) / truth.get(site) - 1;
            // Four standard deviations; five for one of several.
            Check.that(Math.abs(error) < 5 / Math.sqrt(samples.get(site)), site + ": " + error + " with " + samples.get(site) + " samples");
            estimate += estimates.get(site);
            whole += truth.get(site);
        }
        double error = (double) estimate / whole - 1;
        Check.that(Math.abs(error) < 4 / Math.sqrt(all), error + " with " + all + " samples");
    }

    private static Site site() {
        return Sampler.sites(1, "start=api", "LThings$Small;\tHeapStatistics\tsite()V\t1\t1\t0", 1, HeapStatistics.class)[0];
    }

    /**
     * Between two samples there are so many objects as a geometric distribution says: the exponential one, seen in steps of an object. With
     * 20 classes of the same chance the sum exceeds 60 in less than one of 200,000 runs.
     */
    static void gapsAreExponential() {
        Site site = site();
        HeapSampling.start(2048, 0);
        double chance = -Math.expm1(-Inside.size(Things.Small.class) / 2048.0);
        int classes = 20;
        long[] found = new long[classes];
        int gaps = 40_000;
        long objects = 0;
        for (int i = 0; i < gaps; ) {
            objects++;
            if (Sampler.counts(site)) {
                Sampler.sampled(null, site);
                found[classOf(objects, chance, classes)]++;
                objects = 0;
                i++;
            }
        }
        double sum = 0;
        for (int i = 0; i < classes; i++) {
            double expected = gaps * chanceOf(i, chance, classes);
            sum += (found[i] - expected) * (found[i] - expected) / expected;
        }
        Check.that(sum < 60, sum);
        HeapSampling.stop();
    }

    /** The last number of objects of a class of gaps. */
    private static long border(int index, double chance, int classes) {
        return index == classes - 1 ? Long.MAX_VALUE : Math.round(Math.log1p(-(index + 1.0) / classes) / Math.log1p(-chance));
    }

    private static int classOf(long objects, double chance, int classes) {
        int index = 0;
        while (objects > border(index, chance, classes)) {
            index++;
        }
        return index;
    }

    private static double chanceOf(int index, double chance, int classes) {
        double before = index == 0 ? 1 : Math.pow(1 - chance, border(index - 1, chance, classes));
        double after = index == classes - 1 ? 0 : Math.pow(1 - chance, border(index, chance, classes));
        return before - after;
    }

    static void theStatisticsAreOfTheGapsThatWereDrawn() {
        Site site = site();
        HeapSampling.start(1000, 0);
        long objects = 0;
        while (HeapSampling.stats().getSampleRateCount() < 1000) {
            for (int i = 0; i < 1000; i++, objects++) {
                if (Sampler.counts(site)) {
                    Sampler.sampled(null, site);
                }
            }
        }
        long count = HeapSampling.stats().getSampleRateCount();
        Check.equal(count, HeapSampling.stats().getSampleCount());
        double mean = (double) HeapSampling.stats().getSampleRateAccumulation() / count;
        Check.that(Math.abs(mean / 1000 - 1) < 5 / Math.sqrt(count), mean);
        // The smaller part of a gap goes beyond what was allocated.
        Check.that(objects > 0, objects);
    }

    /** A thousand pairs of threads, each pair with one cell. Under 0.5 %, where one standard deviation is 0.1 %. */
    static void threadsThatShareCellsLoseNothing() throws Exception {
        Site site = site();
        HeapSampling.start(64, 0);
        double chance = -Math.expm1(-Inside.size(Things.Small.class) / 64.0);
        int cells = 4096;
        int pairs = 1000;
        int each = (int) (1_000_000 / chance / pairs / 2);
        // The numbers of threads follow each other, also of those that are never started.
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < cells + pairs; i++) {
            all.add(new Thread(null, () -> {
                for (int j = 0; j < each; j++) {
                    if (Sampler.counts(site)) {
                        Sampler.sampled(null, site);
                    }
                }
            }, "sharing", 128 << 10));
        }
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            started.add(all.get(i));
            started.add(all.get(i + cells));
        }
        for (Thread thread : started) {
            thread.start();
        }
        for (Thread thread : started) {
            thread.join();
        }
        double expected = (double) each * started.size() * chance;
        double error = HeapSampling.stats().getSampleCount() / expected - 1;
        Check.that(Math.abs(error) < 0.005, error + " of " + expected + " samples");
    }

    /** Drawn a million times, a gap is the rate on average; without a rate there is none. */
    static void drawsHaveTheirMean() {
        double sum = 0;
        int draws = 1_000_000;
        for (int i = 0; i < draws; i++) {
            sum += Inside.draw(512 << 10);
        }
        double error = sum / draws / (512 << 10) - 1;
        Check.that(Math.abs(error) < 5 / Math.sqrt(draws), error);
        Check.equal(0L, Inside.draw(0));
    }

    /** Classes that many threads measure at once, and often: what is made for that must not be counted. */
    static void sizesAreTheSameInManyThreads() throws Exception {
        List<String> wrong = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(new Thread(() -> {
                for (int j = 0; j < 200; j++) {
                    int size = Inside.size(Things.Small.class);
                    if (size != SMALL) {
                        synchronized (wrong) {
                            wrong.add(size + " is not " + SMALL);
                        }
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Check.equal(List.of(), wrong);
    }
}

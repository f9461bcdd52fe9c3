import java.lang.management.ManagementFactory;
import java.util.Arrays;
import jdk.jfr.Recording;
import weave.runtime.HeapSampling;
import weave.runtime.Sampler;
import weave.runtime.Site;

/**
 * What an allocation site costs, in nanoseconds of CPU time of its thread, and in bytes: for objects that are kept, for objects that HotSpot
 * removes, and for arrays. Prints a line for each: state, shape, threads, nanoseconds, bytes.
 */
final class HeapCost {
    /** 16 bytes. */
    static final class Tiny {
        final int a;

        Tiny(int a) {
            this.a = a;
        }
    }

    /** Nobody but its method sees it. */
    static final class Pair {
        final int a;
        final int b;

        Pair(int a, int b) {
            this.a = a;
            this.b = b;
        }
    }

    /** Adapters in a class of their own, as the weaver makes them. */
    static final class Own {
        private static final Site TINY;
        private static final Site PAIR;
        private static final Site BYTES;

        static {
            Site[] all = Sampler.sites(1, "start=recording", "LHeapCost$Tiny;\tHeapCost\ttiny(I)V\t1\t0\t0\nLHeapCost$Pair;\t\tpair(I)I\t2\t0\t0\n"
                    + "[B\t\tbytes(I)V\t3\t0\t0", 3, Own.class);
            TINY = all[0];
            PAIR = all[1];
            BYTES = all[2];
        }

        static void tiny(Object object) {
            if (!Sampler.isTracking()) {
                object = null;
            }
            if (Sampler.counts(TINY)) {
                Sampler.sampled(object, TINY).commit();
            }
        }

        static void pair(Object object) {
            if (!Sampler.isTracking()) {
                object = null;
            }
            if (Sampler.counts(PAIR)) {
                Sampler.sampled(object, PAIR).commit();
            }
        }

        static void bytes(byte[] array) {
            int length = array.length;
            if (!Sampler.isTracking()) {
                array = null;
            }
            if (Sampler.counts(length, BYTES)) {
                Sampler.sampled(length, array, BYTES).commit();
            }
        }
    }

    private interface Shape {
        int run(int times, Object[] ring);
    }

    private static int tinyUnwoven(int times, Object[] ring) {
        for (int i = 0; i < times; i++) {
            ring[i & 1023] = new Tiny(i);
        }
        return times;
    }

    private static int tinyWoven(int times, Object[] ring) {
        for (int i = 0; i < times; i++) {
            Tiny made = new Tiny(i);
            Own.tiny(made);
            ring[i & 1023] = made;
        }
        return times;
    }

    private static int removedUnwoven(int times, Object[] ring) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            Pair made = new Pair(i, sum);
            sum += made.a ^ made.b;
        }
        return sum;
    }

    private static int removedWoven(int times, Object[] ring) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            Pair made = new Pair(i, sum);
            Own.pair(made);
            sum += made.a ^ made.b;
        }
        return sum;
    }

    private static int bytesUnwoven(int times, Object[] ring) {
        for (int i = 0; i < times / 16; i++) {
            ring[i & 1023] = new byte[1008];
        }
        return times;
    }

    private static int bytesWoven(int times, Object[] ring) {
        for (int i = 0; i < times / 16; i++) {
            byte[] made = new byte[1008];
            Own.bytes(made);
            ring[i & 1023] = made;
        }
        return times;
    }

    private static final String[] NAMES = {"tiny", "removed", "bytes"};
    private static final Shape[][] SHAPES = {
        {HeapCost::tinyUnwoven, HeapCost::tinyWoven}, {HeapCost::removedUnwoven, HeapCost::removedWoven}, {HeapCost::bytesUnwoven, HeapCost::bytesWoven},
    };
    private static final com.sun.management.ThreadMXBean THREADS = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    static volatile int result;

    private HeapCost() {}

    /** Nanoseconds and bytes of one of so many times. */
    private static double[] measure(Shape shape, int times, int threads) throws InterruptedException {
        double[][] found = new double[threads][];
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int place = i;
            all[i] = new Thread(() -> {
                Object[] ring = new Object[1024];
                long bytes = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
                long start = THREADS.getCurrentThreadCpuTime();
                result = shape.run(times, ring);
                long end = THREADS.getCurrentThreadCpuTime();
                long last = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
                found[place] = new double[] {(double) (end - start) / times, (double) (last - bytes) / times};
            });
        }
        for (Thread thread : all) {
            thread.start();
        }
        double[] mean = new double[2];
        for (int i = 0; i < threads; i++) {
            all[i].join();
            mean[0] += found[i][0] / threads;
            mean[1] += found[i][1] / threads;
        }
        return mean;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void measure(String state, int times, int rounds) throws InterruptedException {
        for (int shape = 0; shape < NAMES.length; shape++) {
            int factor = shape == 2 ? 16 : 1;
            for (int threads = 1; threads <= 2; threads++) {
                double[][] nanos = new double[2][rounds];
                double[][] bytes = new double[2][rounds];
                for (int round = -3; round < rounds; round++) {
                    for (int woven = 0; woven < 2; woven++) {
                        double[] one = measure(SHAPES[shape][woven], times, threads);
                        if (round >= 0) {
                            nanos[woven][round] = one[0] * factor;
                            bytes[woven][round] = one[1] * factor;
                        }
                    }
                }
                System.out.printf("%s %s %d %.3f %.3f %.3f %.3f%n", state, NAMES[shape], threads, median(nanos[0]), median(nanos[1]), median(bytes[0]),
                        median(bytes[1]));
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int times = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        measure("off", times, rounds);
        try (Recording recording = new Recording()) {
            recording.enable("weave.heap.Sample");
            recording.start();
            measure("started", times, rounds);
        }
        measure("stopped", times, rounds);
        HeapSampling.start(512 << 10, 200);
        measure("tracking", times, rounds);
        HeapSampling.stop();
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ObjectAllocationSample");
            recording.enable("weave.heap.Sample").with("enabled", "false");
            recording.start();
            measure("jfr", times, rounds);
        }
    }
}

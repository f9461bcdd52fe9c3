import weave.runtime.HeapSampling;
import weave.runtime.Sampler;
import weave.runtime.Site;

/** A loop that HotSpot has compiled, in a call that does not end, notices that the sampler starts and stops. */
final class HeapLoops {
    static volatile int result;

    private static final class Pair {
        final int a;
        final int b;

        Pair(int a, int b) {
            this.a = a;
            this.b = b;
        }
    }

    static final class Own {
        private static final Site PAIR =
                Sampler.sites(1, System.getProperty("heap.options"), "LHeapLoops$Pair;\tHeapLoops\tloop(J)I\t1\t0\t0", 1, Own.class)[0];

        static void pair(Object object) {
            if (!Sampler.isTracking()) {
                object = null;
            }
            if (Sampler.counts(PAIR)) {
                Sampler.sampled(object, PAIR).commit();
            }
        }
    }

    /** Nothing in it makes HotSpot read a field anew: no call that stays one, no volatile field. */
    private static int loop(long times) {
        int sum = 0;
        for (long i = 0; i < times; i++) {
            Pair made = new Pair((int) i, sum);
            Own.pair(made);
            sum += made.a ^ made.b;
        }
        return sum;
    }

    private static void await(String what, boolean samples) throws InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (true) {
            long before = HeapSampling.stats().getSampleCount();
            Thread.sleep(50);
            if (HeapSampling.stats().getSampleCount() > before == samples) {
                return;
            }
            Check.that(System.nanoTime() < end, what);
        }
    }

    static void aCompiledLoopNoticesEachStartAndStop() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            result = loop(100_000);
        }
        Thread thread = new Thread(() -> result = loop(Long.MAX_VALUE));
        thread.setDaemon(true);
        thread.start();
        Thread.sleep(1000);
        for (int i = 0; i < 4; i++) {
            HeapSampling.start(512 << 10, 10);
            await("start " + i, true);
            // Only other gaps are drawn: with these nothing comes due.
            HeapSampling.setRate(1L << 60);
            await("pause " + i, false);
            HeapSampling.setRate(1 << 20);
            await("go on " + i, true);
            HeapSampling.stop();
            Tape tape = Tape.start();
            Thread.sleep(300);
            int late = 0;
            for (var event : tape.stop()) {
                late += event.getEventType().getName().equals("weave.heap.Sample") ? 1 : 0;
            }
            Check.that(late <= 1, late + " samples after stop " + i);
        }
    }
}

import java.util.ArrayList;
import java.util.List;
import weave.runtime.HeapSampling;
import weave.runtime.Inside;
import weave.runtime.Sampler;
import weave.runtime.Site;

/** How far estimates are from the truth: the mean and the spread of so many runs. Prints a line for each: program, rate, samples, both in percent. */
final class HeapErrors {
    /** Threads whose numbers are equal modulo this share a cell. */
    private static final int CELLS = 4096;

    private HeapErrors() {}

    private static void count(Site site, int objects) {
        for (int i = 0; i < objects; i++) {
            if (Sampler.counts(site)) {
                Sampler.sampled(null, site).commit();
            }
        }
    }

    private static Thread[] threads(Runnable what, int count, boolean share) {
        List<Thread> all = new ArrayList<>();
        while (all.size() < count) {
            Thread thread = new Thread(what);
            if (!share || all.isEmpty() || (thread.getId() - all.get(0).getId()) % CELLS == 0) {
                all.add(thread);
            }
        }
        return all.toArray(new Thread[0]);
    }

    public static void main(String[] args) throws Exception {
        int runs = Integer.parseInt(args[0]);
        Site site = Sampler.sites(1, "start=api", "LThings$Small;\tHeapErrors\tcount()V\t1\t0\t0", 1, HeapErrors.class)[0];
        int size = Inside.size(Things.Small.class);
        String[] names = {"one", "eight", "two-in-one-cell"};
        for (int rate = 512; rate <= 8192; rate *= 16) {
            for (int kind = 0; kind < names.length; kind++) {
                double chance = -Math.expm1(-(double) size / rate);
                int threads = new int[] {1, 8, 2}[kind];
                int objects = (int) (100_000 / chance / threads);
                double sum = 0;
                double squares = 0;
                for (int run = 0; run < runs; run++) {
                    HeapSampling.start(rate, 0);
                    Thread[] all = threads(() -> count(site, objects), threads, kind == 2);
                    for (Thread thread : all) {
                        thread.start();
                    }
                    for (Thread thread : all) {
                        thread.join();
                    }
                    double error = HeapSampling.stats().getSampleCount() / (objects * chance * threads) - 1;
                    HeapSampling.stop();
                    sum += error;
                    squares += error * error;
                }
                System.out.printf("%s %d %d %.3f %.3f%n", names[kind], rate, 100_000, 100 * sum / runs, 100 * Math.sqrt(squares / runs));
            }
        }
    }
}

import java.util.ArrayList;
import java.util.List;
import weave.runtime.HeapSampling;

/** Makes so many young collections: with 10,000 live samples, or without. The JVM's log has the pauses. */
final class HeapPauses {
    static Object sink;

    private HeapPauses() {}

    public static void main(String[] args) {
        boolean samples = args[0].equals("samples");
        List<Object> kept = new ArrayList<>();
        HeapSampling.start(samples ? 0 : 1L << 60, 200);
        for (int i = 0; i < 10_000; i++) {
            kept.add(Things.kept(i));
        }
        HeapSampling.setRate(1L << 60);
        HeapSampling.stats();
        // What has been made until now grows old.
        System.gc();
        for (int i = 0; i < 2_000_000; i++) {
            sink = new byte[1000];
        }
        if (kept.size() != 10_000 || HeapSampling.stats().getLiveSamples() != (samples ? 10_000 : 0)) {
            throw new AssertionError(HeapSampling.stats());
        }
    }
}

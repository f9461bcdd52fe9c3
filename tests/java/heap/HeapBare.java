import java.util.ArrayList;
import java.util.List;
import weave.runtime.HeapSampling;
import weave.runtime.HeapTrace;

/** The sampler in a JVM with the module {@code java.base} alone: without a recorder, without beans, without {@code Unsafe}. */
final class HeapBare {
    static void tracesAndSizesAreHadWithoutModules() {
        Check.that(isMissing("java.lang.management.ManagementFactory") && isMissing("jdk.jfr.Event") && isMissing("sun.misc.Unsafe"), "modules");
        HeapSampling.start(0, 10);
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            kept.add(Things.large());
            Things.small();
        }
        HeapTrace[] live = HeapSampling.objectAllocTraces();
        Check.equal(20, live.length);
        Check.equal(96L, live[0].getSize());
        Check.equal(10, HeapSampling.garbageTraces().length);
        Check.equal(24L, HeapSampling.garbageTraces()[0].getSize());
        Check.equal(20, kept.size());
        HeapSampling.stop();
        Check.equal(0L, HeapSampling.stats().getSampleCount());
    }

    private static boolean isMissing(String name) {
        try {
            Class.forName(name);
            return false;
        } catch (ClassNotFoundException e) {
            return true;
        }
    }
}

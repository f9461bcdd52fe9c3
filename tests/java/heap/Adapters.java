import weave.runtime.Sample;
import weave.runtime.Sampler;
import weave.runtime.Site;

/** Adapters of allocation sites, as the weaver makes them, in the shape that it gives them. */
final class Adapters {
    static final String OPTIONS = System.getProperty("heap.options", "start=api");
    private static final Site SMALL;
    private static final Site LARGE;
    private static final Site KEPT;
    private static final Site BYTES;
    private static final Site REFERENCES;
    private static final Site NESTED;
    private static final Site COPY;
    private static final Site LONGS;

    static {
        String table = "LThings$Small;\tThings\tsmall()LThings$Small;\t11\t3\t0\n"
                + "LThings$Large;\t\tlarge()LThings$Large;\t12\t4\t0\n"
                + "LThings$Kept;\t\tkept()LThings$Kept;\t13\t5\t0\n"
                + "[B\t\tbytes(I)[B\t14\t6\t0\n"
                + "[Ljava/lang/String;\t\treferences(I)[Ljava/lang/String;\t15\t7\t0\n"
                + "[[I\t\tnested(II)[[I\t16\t8\t2\n"
                + "Ljava/lang/Object;\t\tcopy(Ljava/lang/Object;)Ljava/lang/Object;\t17\t9\t0\n"
                + "[J\t\tlongs(I)[J\t18\t10\t0";
        Site[] all = Sampler.sites(1, OPTIONS, table, 8, Adapters.class);
        SMALL = all[0];
        LARGE = all[1];
        KEPT = all[2];
        BYTES = all[3];
        REFERENCES = all[4];
        NESTED = all[5];
        COPY = all[6];
        LONGS = all[7];
    }

    private Adapters() {}

    static void small(Object object) {
        if (!Sampler.isTracking()) {
            object = null;
        }
        if (Sampler.counts(SMALL)) {
            Sampler.sampled(object, SMALL).commit();
        }
    }

    static void large(Object object) {
        if (!Sampler.isTracking()) {
            object = null;
        }
        if (Sampler.counts(LARGE)) {
            Sampler.sampled(object, LARGE).commit();
        }
    }

    static void kept(Object object) {
        if (!Sampler.isTracking()) {
            object = null;
        }
        if (Sampler.counts(KEPT)) {
            Sampler.sampled(object, KEPT).commit();
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

    static void longs(long[] array) {
        int length = array.length;
        if (!Sampler.isTracking()) {
            array = null;
        }
        if (Sampler.counts(length, LONGS)) {
            Sampler.sampled(length, array, LONGS).commit();
        }
    }

    static void references(Object[] array) {
        int length = array.length;
        if (!Sampler.isTracking()) {
            array = null;
        }
        if (Sampler.counts(length, REFERENCES)) {
            Sampler.sampled(length, array, REFERENCES).commit();
        }
    }

    static void nested(Object array) {
        for (Sample sample = Sampler.allocated(array, NESTED); sample != null; sample = sample.next()) {
            sample.commit();
        }
    }

    static void copy(Object array) {
        for (Sample sample = Sampler.allocated(array, COPY); sample != null; sample = sample.next()) {
            sample.commit();
        }
    }
}

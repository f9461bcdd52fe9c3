package weave.runtime;

/** What becomes of an allocation once it is more than counted. */
final class Allocations {
    /** There is no sample after all. */
    private static final Sample NONE = new Sample() {
        @Override
        public void commit() {}

        @Override
        public Sample next() {
            return null;
        }
    };

    private Allocations() {}

    /** Initializes the class, and that of no sample. */
    static boolean initialize() {
        return NONE.next() == null;
    }

    /** The first object of a site is counted. True: a sample is due. */
    static boolean first(Site site) {
        return measured(site) && Cells.take(site.size);
    }

    /** The first array of a site is counted. True: a sample is due. */
    static boolean first(int length, Site site) {
        return measured(site) && Cells.takeAligned(site.size + ((long) length << site.shift));
    }

    private static boolean measured(Site site) {
        if (site.table.isDead) {
            return false;
        }
        PerThread thread = PerThread.current();
        if (!thread.records()) {
            return false;
        }
        thread.busy++;
        try {
            site.table.measure(site);
            return site.size > 0;
        } finally {
            thread.busy--;
        }
    }

    static Sample sampled(Object object, Site site) {
        return Cells.redraw() ? take(object, null, site.size, site) : NONE;
    }

    static Sample sampled(int length, Object array, Site site) {
        return Cells.redraw() ? take(array, null, Cells.aligned(site.size + ((long) length << site.shift)), site) : NONE;
    }

    private static Sample take(Object object, Class<?> type, long size, Site site) {
        PerThread thread = PerThread.current();
        if (!thread.records()) {
            return NONE;
        }
        thread.busy++;
        try {
            Sample sample = HeapSampler.sample(object, object == null ? type : object.getClass(), size, site);
            return sample == null ? NONE : sample;
        } catch (Throwable t) {
            HeapSampler.failed(t);
            return NONE;
        } finally {
            thread.busy--;
        }
    }

    /** Counts whatever this is, and samples it; null: there is nothing to be recorded. */
    static Sample allocated(Object object, Site site) {
        if (object == null || site.table.isDead) {
            return null;
        }
        return levels(object, site, site.place().levels, null);
    }

    /** An array, and the arrays in it as long as they were allocated with it. The samples come in front of {@code others}. */
    private static Sample levels(Object object, Site site, int levels, Sample others) {
        Sample all = others;
        if (levels > 1 && object instanceof Object[]) {
            for (Object inner : (Object[]) object) {
                if (inner != null) {
                    all = levels(inner, site, levels - 1, all);
                }
            }
        }
        Class<?> type = object.getClass();
        long size = type.isArray() ? Sizes.of(type.getComponentType(), length(object)) : plain(type, site);
        if (!Cells.take(size) || !Cells.redraw()) {
            return all;
        }
        Sample sample = take(HeapSampler.isTracking ? object : null, type, size, site);
        if (sample == NONE) {
            return all;
        }
        HeapSampler.chain(sample, all);
        return sample;
    }

    private static int length(Object array) {
        return java.lang.reflect.Array.getLength(array);
    }

    private static int plain(Class<?> type, Site site) {
        if (site.type != type) {
            site.size = Math.abs(Sizes.of(type));
            site.type = type;
        }
        return site.size;
    }
}

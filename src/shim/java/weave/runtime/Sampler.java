package weave.runtime;

/**
 * The calls that the adapters of allocation sites make. None throws but for a lack of stack or memory, which the adapters catch.
 *
 * <p>As the calls of {@link Shim} they have a number of their own: a call is never changed or taken away, only new ones are added.
 */
public final class Sampler {
    /** The number of the newest calls that this class serves. */
    public static final int CALLS = 1;

    private Sampler() {}

    /**
     * Called once per class of adapters, from its initializer.
     *
     * @param calls the number of the calls that the generated code makes
     * @param options comma list of {@code rate=}, {@code storage=}, {@code depth=} and {@code start=} with {@code jvm},
     *     {@code recording} or {@code api}
     * @param table a line for each site, its columns between tabs: the type as a descriptor, the class, the method with its descriptor (each
     *     empty: as before), the line, the pc, and how many levels of arrays are allocated at once
     * @param count how many sites there are
     * @param anchor the class of the adapters; its loader sees the woven classes
     * @return the sites
     */
    public static Site[] sites(int calls, String options, String table, int count, Class<?> anchor) {
        boolean isDead = Settings.KILLED || calls > CALLS;
        if (calls > CALLS) {
            Log.once(Log.ERROR, "sampler calls", "allocation sites need calls " + calls + " of the sampler, but an older "
                    + "one, with calls " + CALLS + ", comes first on the class path: they are not sampled");
        }
        Sites sites = new Sites(table, anchor, isDead);
        Site[] made = new Site[count];
        for (int i = 0; i < count; i++) {
            made[i] = new Site(sites, i);
        }
        if (!isDead) {
            try {
                if (!Apart.lasts()) {
                    Loaded.ofSites();
                }
                HeapSampler.declare(options);
            } catch (Throwable t) {
                Log.once(Log.ERROR, "sampler", "allocations cannot be sampled: " + t);
            }
        }
        return made;
    }

    /** An object was allocated. True: a sample is to be taken. */
    public static boolean counts(Site site) {
        return Unsampled.guard.counts(site);
    }

    /** An array was allocated. True: a sample is to be taken. */
    public static boolean counts(int length, Site site) {
        return Unsampled.guard.counts(length, site);
    }

    /**
     * Whether the samples are to have the object. Where not, the adapter forgets it: were it named in a call, HotSpot would have to make it. To be
     * asked before {@link #counts}: what is asked rarely is not inlined, and then the object would have to be made for that.
     */
    public static boolean isTracking() {
        return Untracked.guard.tracks();
    }

    /** Takes the sample of an object, which is null unless it is tracked. Never null. */
    public static Sample sampled(Object object, Site site) {
        return SlowPath.sampled(object, site);
    }

    /** Takes the sample of an array of this length, which is null unless it is tracked. Never null. */
    public static Sample sampled(int length, Object array, Site site) {
        return SlowPath.sampled(length, array, site);
    }

    /** Counts an object that is not known better, and takes its sample; null: there is none to be recorded. */
    public static Sample allocated(Object object, Site site) {
        return Unsampled.guard.allocated(object, site);
    }
}

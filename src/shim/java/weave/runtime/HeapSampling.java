package weave.runtime;

/**
 * The heap sampler: samples of the allocations of woven code, with their stacks, and what becomes of the objects.
 *
 * <p>On average one sample is taken every {@code rate} bytes. The gaps are exponential, so the chance of an object to be sampled is
 * proportional to its size. The lower the rate, the more it costs. Until it is started, all of these return nothing and do nothing.
 * Clients of JMX have the same as {@link HeapSamplingMXBean}.
 */
public final class HeapSampling {
    private static final HeapTrace[] NONE = {};

    private HeapSampling() {}

    /** Starts the sampler with the rate and the storage of the rules. */
    public static void start() {
        HeapSampler.start(-1, -1);
    }

    /** Starts the sampler with this rate, and the storage of the rules. */
    public static void start(long rate) {
        HeapSampler.start(notNegative("rate", rate), -1);
    }

    /**
     * Starts the sampler, or gives the running one another rate and storage.
     *
     * @param rate the mean gap between samples in bytes; 0: every allocation is sampled
     * @param maxGcStorage how many traces of garbage are kept, of the recent and of the frequent each
     * @throws IllegalArgumentException one of them is negative
     */
    public static void start(long rate, int maxGcStorage) {
        notNegative("rate", rate);
        HeapSampler.start(rate, (int) notNegative("maxGcStorage", maxGcStorage));
    }

    /** Stops the sampler. Its traces and counters are gone; what a recording has of it stays. */
    public static void stop() {
        HeapSampler.stop();
    }

    /** Whether it was started. */
    public static boolean isRunning() {
        return HeapSampler.isStarted();
    }

    /** The mean gap between samples in bytes. */
    public static long rate() {
        return HeapSampler.rate();
    }

    /** Another mean gap, from now on, and of a sampler that is not started from its start on. */
    public static void setRate(long rate) {
        HeapSampler.setRate(notNegative("rate", rate));
    }

    /** How many traces of garbage are kept, of the recent and of the frequent each. */
    public static int maxGcStorage() {
        return HeapSampler.storage();
    }

    /** The sampled objects that live, after a full collection that this causes: it takes its time. */
    public static HeapTrace[] objectAllocTraces() {
        return HeapSampler.isStarted() ? HeapSampler.traces().afterCollection() : NONE;
    }

    /** The sampled objects that were collected last, the latest first. */
    public static HeapTrace[] garbageTraces() {
        return HeapSampler.isStarted() ? HeapSampler.traces().garbage() : NONE;
    }

    /** A random choice of all sampled objects that were collected since the start. */
    public static HeapTrace[] frequentGarbageTraces() {
        return HeapSampler.isStarted() ? HeapSampler.traces().frequent() : NONE;
    }

    /** The sampled objects that were alive after the last full collection, whatever caused it. */
    public static HeapTrace[] cachedObjectAllocTraces() {
        return HeapSampler.isStarted() ? HeapSampler.traces().cached() : NONE;
    }

    /** What the sampler has done since it was started. */
    public static HeapSamplingStats stats() {
        return HeapSampler.stats();
    }

    private static long notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " is less than zero: " + value);
        }
        return value;
    }
}

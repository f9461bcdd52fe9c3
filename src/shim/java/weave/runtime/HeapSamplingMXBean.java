package weave.runtime;

/**
 * The heap sampler, for clients of JMX: {@code weave.runtime:type=HeapSampling}. See {@link HeapSampling}, which does the same for code.
 *
 * <p>What gives traces are operations and not attributes: a console that shows all attributes would cause full collections.
 */
public interface HeapSamplingMXBean {
    /** Starts the sampler with the rate and the storage of the rules. */
    void start();

    /** Starts the sampler with this rate. */
    void start(long rate);

    /** Starts the sampler, or gives the running one another rate and storage. */
    void start(long rate, int maxGcStorage);

    /** Stops the sampler; its traces and counters are gone. */
    void stop();

    /** Whether it was started. */
    boolean isRunning();

    /** The mean gap between samples in bytes; 0: every allocation is sampled. */
    long getRate();

    /** Another mean gap, from now on. */
    void setRate(long rate);

    /** How many traces of garbage are kept, of the recent and of the frequent each. */
    int getMaxGcStorage();

    /** What the sampler has done since it was started. */
    HeapSamplingStats getStats();

    /** The live objects, after a full collection that this causes. */
    HeapTrace[] objectAllocTraces();

    /** The objects that were collected last. */
    HeapTrace[] garbageTraces();

    /** A random choice of all objects that were collected since the start. */
    HeapTrace[] frequentGarbageTraces();

    /** The objects that were alive after the last full collection. */
    HeapTrace[] cachedObjectAllocTraces();
}

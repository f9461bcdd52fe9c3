package weave.runtime;

/** What the sampler has done since it was started. All zero if it does not run. */
public interface HeapSamplingStats {
    /** The allocations that were sampled. */
    long getSampleCount();

    /** The samples whose objects have been collected. */
    long getGarbageCollectedSamples();

    /** The sum of the gaps between samples that were chosen, in bytes. */
    long getSampleRateAccumulation();

    /** How many gaps were chosen. */
    long getSampleRateCount();

    /** The sum of the depths of the stacks of samples. */
    long getStackDepthAccumulation();

    /** The samples whose objects live, as far as it is known. */
    long getLiveSamples();

    /** The samples that have no trace, because there were too many. */
    long getDroppedSamples();
}

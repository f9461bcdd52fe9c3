package weave.runtime;

/** The event types of the sampler, without a name of JFR. */
public abstract class HeapEvents {
    /** Whether samples are recorded. */
    protected abstract boolean samples();

    /** Whether it is recorded that sampled objects were collected. */
    protected abstract boolean collected();

    /** An event for the adapter to commit. The class may be null. */
    protected abstract Sample sample(long id, Class<?> type, long size, long weight, long rate, String method, int line, int pc);

    /** The sample is followed by others. */
    protected abstract void chain(Sample sample, Sample others);

    /** Records that a sampled object was collected. */
    protected abstract void collected(HeapTrace trace, String method, int line);

    /** Records the statistics. */
    protected abstract void statistics(HeapSamplingStats stats);

    /** To be called now and then: settings may have changed, which nothing tells of, and statistics are due. */
    protected final void tick() {
        HeapSampler.tick();
    }
}

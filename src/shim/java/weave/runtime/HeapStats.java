package weave.runtime;

/** Statistics of one moment. */
final class HeapStats implements HeapSamplingStats {
    private final long sampleCount;
    private final long garbageCollectedSamples;
    private final long sampleRateAccumulation;
    private final long sampleRateCount;
    private final long stackDepthAccumulation;
    private final long liveSamples;
    private final long droppedSamples;

    HeapStats(long samples, long collected, long gapBytes, long gaps, long depths, long live, long dropped) {
        this.sampleCount = samples;
        this.garbageCollectedSamples = collected;
        this.sampleRateAccumulation = gapBytes;
        this.sampleRateCount = gaps;
        this.stackDepthAccumulation = depths;
        this.liveSamples = live;
        this.droppedSamples = dropped;
    }

    @Override
    public long getSampleCount() {
        return sampleCount;
    }

    @Override
    public long getGarbageCollectedSamples() {
        return garbageCollectedSamples;
    }

    @Override
    public long getSampleRateAccumulation() {
        return sampleRateAccumulation;
    }

    @Override
    public long getSampleRateCount() {
        return sampleRateCount;
    }

    @Override
    public long getStackDepthAccumulation() {
        return stackDepthAccumulation;
    }

    @Override
    public long getLiveSamples() {
        return liveSamples;
    }

    @Override
    public long getDroppedSamples() {
        return droppedSamples;
    }

    @Override
    public String toString() {
        return sampleCount + " samples, " + garbageCollectedSamples + " of them collected, " + liveSamples + " live, " + droppedSamples + " dropped";
    }
}

package weave.runtime.jfr;

import jdk.jfr.EventType;
import weave.runtime.HeapEvents;
import weave.runtime.HeapSamplingStats;
import weave.runtime.HeapTrace;
import weave.runtime.Sample;

/** The event types of the sampler. */
final class JfrHeap extends HeapEvents implements Runnable {
    private final EventType sample = JfrChannel.register(HeapSampleEvent.class);
    private final EventType collected = JfrChannel.register(HeapCollectedEvent.class);

    JfrHeap(Jfr recorder) {
        recorder.hook(HeapStatisticsEvent.class, this);
        // Initialized now: near a stack overflow a class would be lost for good.
        new HeapSampleEvent().follow(null);
        new HeapCollectedEvent().sample = 0;
    }

    /** The recorder wants the statistics. */
    @Override
    public void run() {
        tick();
    }

    @Override
    protected boolean samples() {
        return sample.isEnabled();
    }

    @Override
    protected boolean collected() {
        return collected.isEnabled();
    }

    @Override
    protected Sample sample(long id, Class<?> type, long size, long weight, long rate, String method, int line, int pc) {
        HeapSampleEvent event = new HeapSampleEvent();
        event.objectClass = type;
        event.size = size;
        event.weight = weight;
        event.rate = rate;
        event.site = method;
        event.line = line;
        event.bytecodeIndex = pc;
        event.sample = id;
        return event;
    }

    @Override
    protected void chain(Sample sample, Sample others) {
        if (sample instanceof HeapSampleEvent) {
            ((HeapSampleEvent) sample).follow(others);
        }
    }

    @Override
    protected void collected(HeapTrace trace, String method, int line) {
        HeapCollectedEvent event = new HeapCollectedEvent();
        event.sample = trace.getId();
        event.objectClass = trace.getClassName();
        event.size = trace.getSize();
        event.weight = trace.getWeight();
        event.site = method;
        event.line = line;
        event.allocated = trace.getTime();
        event.commit();
    }

    @Override
    protected void statistics(HeapSamplingStats stats) {
        HeapStatisticsEvent event = new HeapStatisticsEvent();
        event.samples = stats.getSampleCount();
        event.collectedSamples = stats.getGarbageCollectedSamples();
        event.liveSamples = stats.getLiveSamples();
        event.droppedSamples = stats.getDroppedSamples();
        event.gapBytes = stats.getSampleRateAccumulation();
        event.gaps = stats.getSampleRateCount();
        event.stackDepths = stats.getStackDepthAccumulation();
        event.commit();
    }
}

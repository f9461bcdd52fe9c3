package weave.runtime.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** What the heap sampler has done since it was started. */
@Name("weave.heap.Statistics")
@Label("Heap Sampling Statistics")
@Category({"weave", "Heap"})
@Period("1 s")
@StackTrace(false)
final class HeapStatisticsEvent extends Event {
    @Label("Samples")
    long samples;

    @Label("Collected Samples")
    long collectedSamples;

    @Label("Live Samples")
    long liveSamples;

    @Label("Dropped Samples")
    long droppedSamples;

    @Label("Sum of Gaps")
    @DataAmount
    long gapBytes;

    @Label("Gaps")
    long gaps;

    @Label("Sum of Stack Depths")
    long stackDepths;
}

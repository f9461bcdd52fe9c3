package weave.runtime.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timestamp;

/** A sampled object has been collected. Off unless a recording wants it: objects must be tracked for it. */
@Name("weave.heap.Collected")
@Label("Heap Sample Collected")
@Description("A sampled object was found to have been collected: samples without such an event are of live objects")
@Category({"weave", "Heap"})
@Enabled(false)
@StackTrace(false)
final class HeapCollectedEvent extends Event {
    @Label("Sample")
    @HeapSampleId
    long sample;

    @Label("Object Class")
    String objectClass;

    @Label("Size")
    @DataAmount
    long size;

    @Label("Weight")
    @Description("For how many bytes of allocated objects the sample stands")
    @DataAmount
    long weight;

    @Label("Site")
    @Description("The method that has allocated it")
    String site;

    @Label("Line")
    int line;

    @Label("Allocated")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long allocated;
}

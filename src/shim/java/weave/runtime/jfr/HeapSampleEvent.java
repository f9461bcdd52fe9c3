package weave.runtime.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import weave.runtime.Sample;

/** A sampled allocation. */
@Name("weave.heap.Sample")
@Label("Heap Sample")
@Description("A sampled allocation of woven code; the weights of the samples of a site add up to an estimate of the bytes it has allocated")
@Category({"weave", "Heap"})
public final class HeapSampleEvent extends Event implements Sample {
    @Label("Object Class")
    Class<?> objectClass;

    @Label("Size")
    @DataAmount
    long size;

    @Label("Weight")
    @Description("For how many bytes of allocated objects the sample stands")
    @DataAmount
    long weight;

    @Label("Rate")
    @Description("The mean gap between samples")
    @DataAmount
    long rate;

    @Label("Site")
    @Description("The method that allocates")
    String site;

    @Label("Line")
    int line;

    @Label("Bytecode Index")
    int bytecodeIndex;

    @Label("Sample")
    @HeapSampleId
    long sample;

    /** Not recorded: the recorder leaves such fields out. */
    private transient Sample next;

    HeapSampleEvent() {}

    void follow(Sample others) {
        next = others;
    }

    @Override
    public Sample next() {
        return next;
    }
}

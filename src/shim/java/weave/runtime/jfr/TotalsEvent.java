package weave.runtime.jfr;

import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The fields of totals, as in {@link PayloadEvent}: all payloads of one name since the event before. Each probe without single
 * events has a generated subclass.
 */
@Period("endChunk")
@StackTrace(false)
public abstract class TotalsEvent extends Event {
    @Label("Name")
    protected String name;

    @Label("Count")
    protected long count;

    @Label("Total Duration")
    @Timespan
    protected long totalDuration;

    @Label("Exceptions")
    @Description("How many of them ended with an exception")
    protected long exceptions;

    /** For the generated subclass. */
    protected TotalsEvent() {}
}

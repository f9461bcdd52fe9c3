package weave.runtime.jfr;

import jdk.jfr.Event;
import jdk.jfr.StackTrace;

/** A sample of a telemetry. Each has a generated subclass, which declares a field for each line. */
@StackTrace(false)
public abstract class TelemetryEvent extends Event {
    /** For the generated subclass. */
    protected TelemetryEvent() {}

    /** Sets the fields, each from the one array or from the other. */
    protected abstract void set(long[] wholes, double[] fractions);
}

package weave.runtime.jfr;

import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * A type that payloads may have, and its colour: what a viewer of the recording needs. Each probe whose types have colours has a generated
 * subclass.
 */
@Period("endChunk")
@StackTrace(false)
public abstract class TypeEvent extends Event {
    @Label("Type")
    protected String type;

    @Label("Color")
    protected String color;

    /** For the generated subclass. */
    protected TypeEvent() {}
}

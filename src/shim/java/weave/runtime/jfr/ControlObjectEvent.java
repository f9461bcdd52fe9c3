package weave.runtime.jfr;

import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * The fields of a control object event, as in {@link PayloadEvent}: it was opened or closed, or, at the beginning of a chunk or when it is
 * used, it has this name. Each probe with control objects has a generated subclass.
 */
@Period("beginChunk")
@StackTrace(false)
public abstract class ControlObjectEvent extends Event {
    @Label("Control Object")
    @ControlObjectId
    protected long controlObject;

    @Label("Name")
    protected String name;

    @Label("Action")
    protected String action;

    @Label("Type")
    protected Class<?> type;

    /** For the generated subclass. */
    protected ControlObjectEvent() {}
}

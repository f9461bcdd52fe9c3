package weave.runtime.jfr;

import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/** The fields of a control object event, as in {@link PayloadEvent}. Each probe with control objects has a generated subclass. */
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

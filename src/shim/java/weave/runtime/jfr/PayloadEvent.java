package weave.runtime.jfr;

import jdk.jfr.Event;
import jdk.jfr.Label;
import weave.runtime.Entry;

/**
 * The fields of a payload. They are protected because the code that JFR adds to a subclass, in another package, reads them.
 *
 * <p>Each probe has a generated subclass, which carries its name, its label and its settings.
 */
public abstract class PayloadEvent extends Event {
    @Label("Payload")
    protected String payload;

    @Label("Type")
    protected String type;

    @Label("Control Object")
    @ControlObjectId
    protected long controlObject;

    @Label("Id")
    @SpanId
    protected long id;

    @Label("Outer")
    @SpanId
    protected long outer;

    @Label("Depth")
    protected int depth;

    @Label("Method")
    protected String method;

    @Label("Declaring Class")
    protected Class<?> declaringClass;

    @Label("Exception")
    protected String exception;

    /** For the generated subclass. */
    protected PayloadEvent() {}

    /** What the entry says. The exception is that which ended the call, or null. */
    public final void set(Entry entry, Throwable thrown) {
        payload = entry.payload();
        type = entry.type();
        controlObject = entry.controlObject();
        id = entry.id();
        outer = entry.outer();
        depth = entry.depth();
        method = entry.method();
        declaringClass = entry.declaringClass();
        exception = entry.describe(thrown);
    }
}

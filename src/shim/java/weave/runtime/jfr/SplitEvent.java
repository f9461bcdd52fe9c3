package weave.runtime.jfr;

import jdk.jfr.Event;
import jdk.jfr.Label;
import weave.runtime.Entry;

/**
 * The fields of a split, as in {@link PayloadEvent}: a call under a name, in the tree of such calls of one probe and thread.
 * Each probe with splits has a generated subclass.
 */
public abstract class SplitEvent extends Event {
    @Label("Name")
    protected String name;

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
    protected SplitEvent() {}

    /** What the entry says of its split. The exception is that which ended the call, or null. */
    public final void set(Entry entry, Throwable thrown) {
        name = entry.splitName();
        id = entry.splitId();
        outer = entry.outerSplit();
        depth = entry.splitDepth();
        method = entry.ownMethod();
        declaringClass = entry.ownClass();
        exception = entry.describe(thrown);
    }
}

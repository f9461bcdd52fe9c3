package weave.runtime.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A thread was in the state that a probe gave it. */
@Name("weave.ThreadState")
@Label("Thread State")
@Description("A thread in the state that a probe gave it; of nested states only the outermost")
@Category("weave")
@StackTrace(false)
final class ThreadStateEvent extends Event {
    @Label("State")
    String state;

    @Label("Probe")
    String probe;
}

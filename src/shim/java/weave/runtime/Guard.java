package weave.runtime;

/**
 * Whether code runs on our behalf in a thread. Public for generated code, which takes a handler that has failed off itself: at the end of
 * the stack no call may be possible any more, and a thread that stayed busy would never record again.
 */
public class Guard {
    /** What a method of a probe class that runs adds; anything else adds one. */
    static final int HANDLER = 1 << 16;

    /** Above zero while code of the application, or of a probe class, runs on our behalf: nothing is recorded meanwhile. */
    public int busy;

    Guard() {}
}

package weave.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * A thread, and whether code runs on our behalf in it. Public for generated code, which takes a handler that has failed off itself: at the end of
 * the stack no call may be possible any more, and a thread that stayed busy would never record again.
 */
public class Guard extends WeakReference<Thread> {
    /** What it is when a method of a probe class begins, which does so at 0 alone; anything else adds one. */
    static final int HANDLER = 1 << 16;

    /** Above zero while code of the application, or of a probe class, runs on our behalf: nothing is recorded meanwhile. */
    public int busy;

    /** For a thread; what is told when that is gone. */
    Guard(Thread thread, ReferenceQueue<Thread> gone) {
        super(thread, gone);
    }
}

package weave.runtime;

/**
 * The token of one intercepted call, and its place on the stack of its thread.
 *
 * <p>A frame is on the stack if and only if its state is {@code OPEN}. What is open of a probe is kept in its topmost frame, and not in
 * the thread: frames are young, and to write references into what is young costs next to nothing. So a call writes two references into
 * what lasts, and the end of a call the two that were there before.
 */
class Frame {
    static final byte NEW = 0;
    static final byte OPEN = 1;
    static final byte CLOSED = 2;

    final Binding binding;
    final int interception;
    final int flags;
    final PerThread home;
    final Slot slot;
    byte state = NEW;

    /** The next one down the stack. */
    Frame below;
    /** The next one down the stack of the same probe. */
    Frame under;
    /** The innermost interception of the probe that is not reentrant, be it this one. */
    private Frame guard;
    /** The innermost entry of the probe, be it this one. */
    Entry entry;

    /** The thread state that an additional interception has entered, until the method ends. */
    private StateEntry threadState;
    /** The first thread state that a probe class has entered in this call. It leaves it itself, unless that comes to nothing. */
    private StateEntry handlerState;

    Frame(Binding binding, int interception, int flags, PerThread home, Slot slot) {
        this.binding = binding;
        this.interception = interception;
        this.flags = flags;
        this.home = home;
        this.slot = slot;
    }

    final boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether an interception with these flags may run inside of itself. */
    static boolean isReentrant(int flags) {
        return (flags & (Shim.REENTRANT | Shim.OWN_EVENT)) != 0;
    }

    /** Whether this interception, not being reentrant, runs already. {@code this} is the innermost frame of its probe. */
    final boolean runs(int wanted) {
        Frame frame = guard;
        while (frame != null) {
            if (frame.interception == wanted) {
                return true;
            }
            frame = frame.under == null ? null : frame.under.guard;
        }
        return false;
    }

    void push() {
        Frame covered = slot.top;
        below = home.top;
        under = covered;
        if (!isReentrant(flags)) {
            guard = this;
        } else if (covered != null) {
            guard = covered.guard;
        }
        if (entry == null && covered != null) {
            entry = covered.entry;
        }
        state = OPEN;
        slot.top = this;
        home.top = this;
    }

    /** See {@link Nestings#site}. */
    int site() {
        return Nestings.site(interception, null, null);
    }

    /** Whether another thread has this frame: nothing is done to it then. */
    final boolean isElsewhere() {
        return home.get() != Thread.currentThread();
    }

    /** Takes this frame, and whatever was lost above it, off the stack. False: it is not there. */
    final boolean close() {
        if (isElsewhere()) {
            return false;
        }
        if (state != OPEN) {
            state = CLOSED;
            return false;
        }
        Frame frame = home.top;
        while (frame != null) {
            frame.state = CLOSED;
            frame.slot.top = frame.under;
            home.top = frame.below;
            if (frame == this) {
                return true;
            }
            frame.abandonStates();
            frame = frame.below;
        }
        return false;
    }

    /** Something has failed in the call: nothing comes of it. */
    final void lose() {
        close();
        abandonStates();
        home.distrust();
    }

    /** The thread is in this state until the method ends, also when the payload is discarded before. */
    final void enterState(int wanted) {
        if (threadState == null) {
            threadState = home.enterState(binding, wanted);
        }
    }

    final void leaveState() {
        if ((threadState != null || handlerState != null) && isElsewhere()) {
            // Left when the frame goes, in its own thread.
            return;
        }
        StateEntry entered = threadState;
        if (entered != null) {
            threadState = null;
            Shim.exitState(entered);
        }
        entered = handlerState;
        if (entered != null) {
            handlerState = null;
            if (!binding.active) {
                // The probe was switched off: what would have left the state does not run any more.
                Shim.exitState(entered);
            }
        }
    }

    /** A probe class has entered a state. */
    final void keep(StateEntry entered) {
        if (handlerState == null) {
            handlerState = entered;
        }
    }

    /** The method has ended without anybody seeing it. */
    final void abandonStates() {
        if (isElsewhere()) {
            return;
        }
        StateEntry entered = handlerState;
        handlerState = null;
        leaveState();
        if (entered != null) {
            Shim.exitState(entered);
        }
    }
}

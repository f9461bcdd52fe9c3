package weave.runtime;

import weave.probe.Payload;

/**
 * The token of one intercepted call, and its place on the stack of its thread.
 *
 * <p>An entry is on the stack if and only if its state is {@code OPEN}. What one call needs stays in its entry.
 */
public final class Entry {
    private static final int NEW = 0;
    private static final int OPEN = 1;
    private static final int CLOSED = 2;

    final Binding binding;
    final int interception;
    final int flags;
    private final PerThread home;
    private final Slot slot;
    private int state = NEW;

    /** The stack. */
    Entry below;
    private Entry coveredOpen;
    private Entry coveredInnermost;
    private Entry coveredLatest;
    private Entry coveredGuard;
    private Split coveredSplit;

    /** The event, whose clock runs; null for an entry that changes the payload of {@code owner}, or is plain. */
    Object event;
    /** The split that the call makes; null if it makes none, or its event is off. */
    Split split;
    /** The thread state that an additional interception has entered, until the method ends. */
    private StateEntry threadState;
    /** The first thread state that a probe class has entered in this call. It leaves it itself, unless that comes to nothing. */
    private StateEntry handlerState;
    /** When it began, by our own clock; 0 unless it is timed. */
    long start;
    /** The entry that has the payload: itself, or the outer one that it changes. */
    Entry owner;
    boolean isPlain;
    final String declaringClass;
    final String method;
    /** The entry whose method the event shows. */
    Entry place;
    private String payload;
    private String type;
    private long controlObject;
    /** The type and the control object themselves, where a probe class has given them. */
    private Enum<?> constant;
    private Object object;
    /** The call has given a name itself. */
    private boolean named;
    /** An inner call has given a name. */
    private boolean renamed;
    long id;
    long outer;
    int depth;
    Throwable exception;

    Entry(Binding binding, int interception, int flags, String declaringClass, String method, PerThread home, Slot slot) {
        this.binding = binding;
        this.interception = interception;
        this.flags = flags;
        this.declaringClass = declaringClass;
        this.method = method;
        this.home = home;
        this.slot = slot;
        this.owner = this;
        this.place = this;
    }

    private boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether a call with these flags is a payload interception, or a split that makes payloads. */
    static boolean makesPayload(int flags) {
        return (flags & (Shim.SPLIT | Shim.PAYLOADS)) != Shim.SPLIT;
    }

    /** Whether its class and method are those of a frame of its own. */
    boolean hasFrame() {
        return method != null && declaringClass != null && !is(Shim.CALL_SITE);
    }

    boolean isReentrant() {
        return (flags & (Shim.REENTRANT | Shim.OWN_EVENT)) != 0;
    }

    /** Whether this interception, not being reentrant, runs already. {@code this} is the innermost of its kind. */
    boolean runs(int wanted) {
        for (Entry entry = this; entry != null; entry = entry.coveredGuard) {
            if (entry.interception == wanted) {
                return true;
            }
        }
        return false;
    }

    void push() {
        below = home.top;
        coveredOpen = slot.open;
        coveredInnermost = slot.innermost;
        coveredLatest = slot.latest;
        coveredGuard = slot.guard;
        coveredSplit = slot.split;
        if (!isReentrant()) {
            slot.guard = this;
        }
        if (!isPlain) {
            if (!is(Shim.OWN_EVENT)) {
                if (makesPayload(flags)) {
                    slot.latest = this;
                }
                if (event != null) {
                    slot.open = this;
                }
            }
            if (event != null) {
                slot.innermost = this;
            }
            if (split != null) {
                slot.split = split;
            }
        }
        state = OPEN;
        home.top = this;
    }

    /** Takes this entry, and whatever was lost above it, off the stack. False: it is not there. */
    boolean close() {
        if (state != OPEN) {
            state = CLOSED;
            return false;
        }
        if (home.thread != Thread.currentThread()) {
            return false;
        }
        Entry entry = home.top;
        while (entry != null) {
            entry.state = CLOSED;
            Slot covered = entry.slot;
            // What is there already is not written again: to write a reference costs more than to compare it.
            if (covered.open != entry.coveredOpen) {
                covered.open = entry.coveredOpen;
            }
            if (covered.innermost != entry.coveredInnermost) {
                covered.innermost = entry.coveredInnermost;
            }
            if (covered.latest != entry.coveredLatest) {
                covered.latest = entry.coveredLatest;
            }
            if (covered.guard != entry.coveredGuard) {
                covered.guard = entry.coveredGuard;
            }
            if (covered.split != entry.coveredSplit) {
                covered.split = entry.coveredSplit;
            }
            Entry next = entry.below;
            home.top = next;
            if (entry == this) {
                return true;
            }
            entry.abandonStates();
            entry = next;
        }
        return false;
    }

    /** The object exists: from now on calls are inside this one. Whatever was lost since it began goes first. */
    void constructed() {
        if (state != NEW || home.thread != Thread.currentThread()) {
            return;
        }
        if (home.top != below && (below == null || below.state == OPEN)) {
            Entry lost = home.top;
            while (lost != null && lost.below != below) {
                lost = lost.below;
            }
            if (lost != null) {
                lost.close();
            }
        }
        if (owner != this && owner.state != OPEN) {
            state = CLOSED;
            return;
        }
        push();
        if (owner != this && named) {
            passOn();
        }
    }

    void name(String newPayload, String newType) {
        if (state == CLOSED) {
            return;
        }
        if (newPayload == null) {
            close();
            return;
        }
        named = true;
        if (split != null) {
            split.name = newPayload;
        }
        if (owner == this && renamed) {
            // Named at its end, after an inner call has given a name: that one stays.
            if (type == null) {
                type = newType;
            }
            return;
        }
        payload = newPayload;
        if (newType != null) {
            type = newType;
        }
        if (owner != this && state == OPEN) {
            passOn();
        }
    }

    /** What is known of a payload whose name comes later. */
    void deferred(String newType) {
        type = newType;
    }

    /** An additional interception gives the name: it counts more than any other, and null is none. */
    void rename(String newPayload) {
        if (state == CLOSED) {
            return;
        }
        if (newPayload != null) {
            named = true;
            payload = newPayload;
            if (owner != this && state == OPEN) {
                passOn();
            }
        } else if (owner == this) {
            close();
        }
    }

    /** The thread is in this state until the method ends, also when the payload is discarded before. */
    void enterState(int wanted) {
        if (threadState == null) {
            threadState = home.enterState(binding, wanted);
        }
    }

    void leaveState() {
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
    void keep(StateEntry entered) {
        if (handlerState == null) {
            handlerState = entered;
        }
    }

    /** The method has ended without anybody seeing it. */
    void abandonStates() {
        StateEntry entered = handlerState;
        handlerState = null;
        leaveState();
        if (entered != null) {
            Shim.exitState(entered);
        }
    }

    /** The open payload that was there before this entry. */
    Entry outerPayload() {
        return coveredOpen;
    }

    /** What a method of a probe class has returned. May fail as the method may: the type says itself what it is called. */
    void give(Object given) {
        if (!(given instanceof Payload)) {
            name((String) given, null);
            return;
        }
        if (given instanceof OpenPayload && ((OpenPayload) given).entry == owner) {
            return;
        }
        Payload payload = (Payload) given;
        boolean isDeferred = payload instanceof EnhancedPayload && ((EnhancedPayload) payload).isDeferred;
        String newName = payload.getName();
        if (newName == null && !isDeferred || !makesPayload(flags)) {
            name(newName, null);
            return;
        }
        constant = payload.getEventType();
        object = payload.getControlObject();
        String newType = constant == null ? null : constant.toString();
        if (isDeferred) {
            deferred(newType);
        } else {
            name(newName, newType);
        }
        Shim.controlObject(this, object);
    }

    void controlObject(long object) {
        controlObject = object;
        if (owner != this && named && state == OPEN) {
            passOn();
        }
    }

    /** An inner call changes the open payload of its probe. */
    private void passOn() {
        owner.payload = payload;
        owner.renamed = true;
        if (type != null) {
            owner.type = type;
            owner.constant = constant;
        }
        if (controlObject != 0) {
            owner.controlObject = controlObject;
            owner.object = object;
        }
    }

    boolean recordedOnReturn() {
        return isRecorded() && !is(Shim.ON_EXCEPTION);
    }

    boolean recordedOnException() {
        return isRecorded() && is(Shim.EXCEPTION_PAYLOADS | Shim.ON_EXIT | Shim.ON_EXCEPTION);
    }

    /** Adds a payload that ends to what the probe counts. */
    void count() {
        if (start != 0) {
            long nanos = System.nanoTime() - start;
            Probe probe = binding.probe;
            probe.activity.add(nanos);
            if (probe.channel.hasTotals()) {
                probe.channel.totals.add(payload, nanos, exception != null);
            }
        }
    }

    /** A split is recorded however the call ends. */
    boolean splits() {
        return split != null && split.name != null && binding.probe.canRecord();
    }

    private boolean isRecorded() {
        return event != null && payload != null && binding.probe.canRecord();
    }

    /** The event that was begun for this entry. */
    public Object event() {
        return event;
    }

    /** The event that was begun for the split of this entry. */
    public Object splitEvent() {
        return split.event;
    }

    /** The name of the split. */
    public String splitName() {
        return split.name;
    }

    /** The number of the split. */
    public long splitId() {
        return split.id;
    }

    /** The number of the split of this probe that this one is inside of; 0 if there is none. */
    public long outerSplit() {
        return split.outer;
    }

    /** How many splits of this probe this one is inside of. */
    public int splitDepth() {
        return split.depth;
    }

    /** Where the call itself is, which is not moved with a payload's place. */
    public String ownMethod() {
        return method;
    }

    /** The class of that; null if it cannot be found. */
    public Class<?> ownClass() {
        return binding.resolve(declaringClass);
    }

    /** The name of the payload. */
    public String payload() {
        return payload;
    }

    /** The type of the payload; null if it has none. */
    public String type() {
        return type;
    }

    /** The type itself; null if it has none, or no probe class has given it. */
    Enum<?> constant() {
        return constant;
    }

    /** The control object itself; null if it has none, or no probe class has given it. */
    Object object() {
        return object;
    }

    /** The number of the control object; 0 if there is none. */
    public long controlObject() {
        return controlObject;
    }

    /** The number of the payload. */
    public long id() {
        return id;
    }

    /** The number of the payload of this probe that this one is inside of; 0 if there is none. */
    public long outer() {
        return outer;
    }

    /** How many payloads of this probe this one is inside of. */
    public int depth() {
        return depth;
    }

    /** The name of the method. */
    public String method() {
        return place.method;
    }

    /** The class of the method; null if it cannot be found. */
    public Class<?> declaringClass() {
        return place.binding.resolve(place.declaringClass);
    }

    /** Class name and message of the exception that ended the call; null if it returned. */
    public String exception() {
        return exception == null ? null : Text.describe(exception);
    }
}

package weave.runtime;

import weave.probe.Payload;

/** The frame of a payload interception or a split, with all that is known of its events. What one call needs stays in its entry. */
public final class Entry extends Frame {
    /** What is open of the probe while this is the innermost entry of it: see {@link Slot}. */
    Entry open;
    Entry innermost;
    Split innermostSplit;

    /** The event, whose clock runs; null for an entry that changes the payload of {@code owner}. */
    Object event;
    /** The split that the call makes; null if it makes none, or its event is off. */
    Split split;
    /** For how many payloads this one stands in an average: above 0, it is timed. 0: it is not counted at all. */
    byte weight;
    /** When it began, by our own clock, if it is timed. */
    long start;
    /** The entry that has the payload: itself, or the outer one that it changes. */
    Entry owner;
    final String declaringClass;
    final String method;
    /** The entry whose method the event shows. */
    Entry place;
    private String payload;
    private String type;
    private ControlObjects.Known controlObject;
    /** The type and the control object themselves, where a probe class has given them. */
    private Enum<?> constant;
    private Object object;
    /** The call has given a name itself. */
    private boolean named;
    /** How often inner calls have given names. */
    private int renames;
    /** How often those inside of the owner had, when this one began. */
    private int renamesBefore;
    /** Of constructors: they are on the stack later than they begin, and this says in which order they began. */
    private int begun;
    long id;
    private Entry outer;
    private int depth;

    Entry(Binding binding, int interception, int flags, String declaringClass, String method, PerThread home, Slot slot) {
        super(binding, interception, flags, home, slot);
        this.declaringClass = declaringClass;
        this.method = method;
        this.owner = this;
        this.place = this;
    }

    /** Whether a call with these flags is a payload interception, or a split that makes payloads. */
    static boolean makesPayload(int flags) {
        return (flags & (Shim.SPLIT | Shim.PAYLOADS)) != Shim.SPLIT;
    }

    @Override
    int site() {
        return Nestings.site(interception, declaringClass, method);
    }

    /** Whether its class and method are those of a frame of its own. */
    boolean hasFrame() {
        return method != null && declaringClass != null && !is(Shim.CALL_SITE);
    }

    @Override
    void push() {
        open = slot.open();
        innermost = slot.innermost();
        innermostSplit = slot.split();
        if (event != null) {
            innermost = this;
            if (!is(Shim.OWN_EVENT)) {
                open = this;
            }
        }
        if (split != null) {
            innermostSplit = split;
        }
        entry = this;
        super.push();
    }

    /** The object exists: from now on calls are inside this one. Whatever was lost since it began goes first. */
    void constructed() {
        if (state != NEW || isElsewhere()) {
            return;
        }
        if (below == null || below.state == OPEN) {
            Frame lost = null;
            for (Frame frame = home.top; frame != null && frame != below; frame = frame.below) {
                if (!isOfSameConstructor(frame)) {
                    lost = frame;
                }
            }
            if (lost != null) {
                lost.close();
            }
        }
        if (owner != this && owner.state != OPEN) {
            state = CLOSED;
            return;
        }
        settle();
        push();
        if (owner != this && named) {
            passOn();
        }
    }

    /** Several interceptions of one constructor begin before any of them is on the stack. */
    private boolean isOfSameConstructor(Frame frame) {
        if (!(frame instanceof Entry) || !frame.is(Shim.CONSTRUCTOR)) {
            return false;
        }
        Entry other = (Entry) frame;
        boolean isSame = method != null && method.equals(other.method) && declaringClass != null && declaringClass.equals(other.declaringClass);
        // One that was made for the call of super() has begun later.
        return isSame && other.begun - begun < 0;
    }

    /** What those before this one have opened, this one is inside of. */
    private void settle() {
        Entry open = slot.open();
        if (event != null && open != null && !is(Shim.OWN_EVENT)) {
            event = null;
            weight = 0;
            if (!is(Shim.SPLIT)) {
                owner = open;
            }
        }
        if (event != null) {
            isInside(slot.innermost());
        }
        if (split != null) {
            split.isInside(slot.split());
        }
        if (owner != this) {
            renamesBefore = owner.renames;
        }
    }

    /** Inside of the open payload of its probe, which it changes. */
    void changes(Entry payload) {
        owner = payload;
        renamesBefore = payload.renames;
    }

    /** A constructor begins. */
    void begin(int number, Frame top) {
        begun = number;
        below = top;
    }

    /** The payload of the probe that this one is inside of; null if there is none. */
    void isInside(Entry payload) {
        outer = payload;
        depth = payload == null ? 0 : payload.depth + 1;
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
        if (owner.renames != renamesBefore) {
            // Named at its end, after an inner call has given a name: that one stays.
            if (owner.type == null) {
                owner.type = newType;
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

    /** The open payload that was there before this entry. */
    Entry outerPayload() {
        return under == null || under.entry == null ? null : under.entry.open;
    }

    /** What a method of a probe class has returned. May fail as the method may: the type says itself what it is called. */
    void give(Object given) {
        // Asked the other way round, JDK 17 would look through all interfaces of each name.
        if (given == null || given instanceof String) {
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

    void controlObject(ControlObjects.Known known) {
        controlObject = known;
        if (owner != this && named && state == OPEN) {
            passOn();
        }
    }

    /** An inner call changes the open payload of its probe. */
    private void passOn() {
        owner.payload = payload;
        owner.renames++;
        if (type != null) {
            owner.type = type;
            owner.constant = constant;
        }
        if (controlObject != null) {
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
    void count(Throwable exception) {
        if (weight == 0) {
            return;
        }
        Probe probe = binding.probe;
        if (weight == Slot.UNTIMED) {
            probe.activity.add();
            return;
        }
        long nanos = System.nanoTime() - start;
        probe.activity.add(nanos, weight);
        if (probe.channel.hasTotals()) {
            probe.channel.totals.add(payload, nanos, exception != null);
        }
    }

    /** What ends the events. */
    Events events() {
        return binding.probe.channel.events;
    }

    /** A split is recorded however the call ends. */
    boolean splits() {
        return split != null && split.name != null && binding.probe.canRecord();
    }

    private boolean isRecorded() {
        return event != null && payload != null && binding.probe.canRecord();
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

    /** The number of the control object; 0 if there is none. Its name is in the recording before it. */
    public long controlObject() {
        if (controlObject == null) {
            return 0;
        }
        if (home.used != controlObject) {
            home.used = controlObject;
        }
        Probe probe = binding.probe;
        probe.controlObjects.name(controlObject, probe.channel);
        return controlObject.id;
    }

    /** The number of the payload. */
    public long id() {
        return id;
    }

    /** The number of the payload of this probe that this one is inside of; 0 if there is none. */
    public long outer() {
        return outer == null ? 0 : outer.id;
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
    public String describe(Throwable exception) {
        return exception == null ? null : binding.probe.describe(exception);
    }
}

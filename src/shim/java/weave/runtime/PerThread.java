package weave.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All state of one thread.
 *
 * <p>The thread must not keep it alive, nor the class loader of the runtime with it; and it must not keep the thread alive. So a thread has
 * a weak reference, of a class of the JDK, and {@link #ALL} has what that leads to until the thread is gone.
 */
final class PerThread extends Guard {
    private static final ThreadLocal<WeakReference<PerThread>> CURRENT = new ThreadLocal<WeakReference<PerThread>>();
    private static final Set<PerThread> ALL = Collections.newSetFromMap(new ConcurrentHashMap<PerThread, Boolean>());
    private static final ReferenceQueue<Thread> GONE = new ReferenceQueue<Thread>();
    /** A power of two. */
    private static final int PLACES = 1 << 10;
    /**
     * What {@link #CURRENT} leads to, for the first thread of each place: to read it here costs less. A place is free when its thread has
     * gone.
     */
    private static final PerThread[] NEAR = new PerThread[PLACES];

    static {
        Arrays.fill(NEAR, new PerThread(null));
    }

    /** Numbers are handed to threads in blocks, so that threads do not contend for them. */
    private static final int BLOCK = 1 << 10;
    private static final AtomicLong IDS = new AtomicLong(1);
    /** How many calls inside open entries are looked at before the stack is first compared with the real one. */
    private static final int FIRST_CHECK = 64;
    /** How many calls are refused because code runs on our behalf, before it is looked whether it does. */
    private static final int REFUSALS = 256;

    /** Top of the stack of open entries. */
    Frame top;
    /** Whose method of a probe class runs, or was the last to run. Not itself: no thread must keep a class loader alive. */
    private WeakReference<Binding> handling;
    /** The call that it is for; null if that has no token, or none runs. */
    Frame handled;
    /** The control object of the payload that was recorded last. */
    volatile ControlObjects.Known used;
    private Slot[] slots = new Slot[4];
    private long nextId;
    private long idLimit;
    /** How many constructors have begun. */
    private int constructors;
    private int calls;
    private int nextCheck = FIRST_CHECK;
    private int refused;

    StateEntry[] states = new StateEntry[2];
    /** How many thread states are entered. */
    int stateDepth;

    private PerThread(Thread thread) {
        super(thread, GONE);
    }

    static PerThread current() {
        Thread thread = Thread.currentThread();
        PerThread near = NEAR[(int) thread.getId() & PLACES - 1];
        return near.get() == thread ? near : find(thread);
    }

    private static PerThread find(Thread thread) {
        WeakReference<PerThread> known = CURRENT.get();
        PerThread found = known == null ? null : known.get();
        if (found == null) {
            forgetGone();
            found = new PerThread(thread);
            ALL.add(found);
            CURRENT.set(new WeakReference<PerThread>(found));
        }
        int place = (int) thread.getId() & PLACES - 1;
        if (NEAR[place].get() == null) {
            NEAR[place] = found;
        }
        return found;
    }

    private static void forgetGone() {
        Reference<?> gone;
        while ((gone = GONE.poll()) != null) {
            ALL.remove(gone);
        }
    }

    /** Of all threads that have not gone. */
    static Set<PerThread> all() {
        return ALL;
    }

    /** A method of a probe class is about to be called, for this frame or for a call without one. False: not now. */
    boolean handle(Binding binding, Frame frame) {
        if (busy != 0) {
            checkBusy();
            return false;
        }
        // What is there already is not written again: to write a reference costs more than to compare it.
        if (handling != binding.itself) {
            handling = binding.itself;
        }
        if (handled != frame) {
            handled = frame;
        }
        busy = HANDLER;
        return true;
    }

    void forgetHandled() {
        if (handled != null) {
            handled = null;
        }
    }

    /** The call of this frame has failed. If it is the one that the method of a probe class was called for, that does not run any more. */
    void handlerFailed(Frame frame) {
        if (frame != null && frame == handled && busy >= HANDLER) {
            busy = 0;
        }
        forgetHandled();
    }

    /** Whose method of a probe class runs; null if none does. */
    Binding handling() {
        return busy >= HANDLER && handling != null ? handling.get() : null;
    }

    /** Whether what is done now is recorded: not while code of the application runs on our behalf, unless a probe class does it. */
    boolean records() {
        return busy == 0 || busy == HANDLER;
    }

    /** The open payload of the interceptions that the call in hand is inside of; null if there is none. */
    Entry outer(Probe probe) {
        Entry open = slot(probe).open();
        return open != null && open == handled ? open.outerPayload() : open;
    }

    private Slot slot(Probe probe) {
        int index = probe.index;
        if (index >= slots.length) {
            Slot[] larger = new Slot[Math.max(index + 1, slots.length * 2)];
            System.arraycopy(slots, 0, larger, 0, slots.length);
            slots = larger;
        }
        Slot slot = slots[index];
        if (slot == null) {
            slot = new Slot();
            slots[index] = slot;
        }
        return slot;
    }

    private long newId() {
        if (nextId == idLimit) {
            nextId = IDS.getAndAdd(BLOCK);
            idLimit = nextId + BLOCK;
        }
        return nextId++;
    }

    Entry enter(Binding binding, Channel channel, int interception, int flags, String declaringClass, String method) {
        if (busy != 0) {
            checkBusy();
            return null;
        }
        checkStack(interception, declaringClass, method, (flags & Shim.CALL_SITE) != 0);
        Slot slot = slot(binding.probe);
        if (!Frame.isReentrant(flags) && slot.runs(interception)) {
            return null;
        }
        if ((flags & Shim.OUTERMOST) != 0 && slot.open() != null) {
            return null;
        }
        Entry entry = new Entry(binding, interception, flags, declaringClass, method, this, slot);
        if ((flags & Shim.SPLIT) != 0) {
            split(entry, slot, channel);
        } else {
            Entry open = (flags & Shim.OWN_EVENT) == 0 ? slot.open() : null;
            if (open == null) {
                begin(entry, slot, channel);
            } else {
                entry.changes(open);
            }
        }
        if ((flags & Shim.CONSTRUCTOR) == 0) {
            entry.push();
        } else {
            entry.begin(constructors++, top);
        }
        return entry;
    }

    private void begin(Entry entry, Slot slot, Channel channel) {
        entry.isInside(slot.innermost());
        entry.id = newId();
        if (channel.isCounted()) {
            entry.weight = channel.hasTotals() ? 1 : slot.weight(entry.binding.probe.activity);
            if (entry.weight != Slot.UNTIMED) {
                entry.start = System.nanoTime();
            }
        }
        entry.event = channel.events.beginPayload();
    }

    /** A split never changes an outer payload: inside of one it makes none. */
    private void split(Entry entry, Slot slot, Channel channel) {
        Object event = channel.splitEnabled() ? channel.events.beginSplit() : null;
        if (slot.open() == null && Entry.makesPayload(entry.flags) && channel.payloadEnabled()) {
            begin(entry, slot, channel);
        }
        if (event != null) {
            entry.split = new Split(event, entry.event == null ? newId() : entry.id, slot.split());
        }
    }

    Frame plain(Binding binding, int interception, int flags) {
        checkStack(interception, null, null, true);
        Slot slot = slot(binding.probe);
        if (!Frame.isReentrant(flags) && slot.runs(interception)) {
            return null;
        }
        Frame frame = new Frame(binding, interception, flags, this, slot);
        frame.push();
        return frame;
    }

    /**
     * Of the open payload of the interceptions. Where there is none, of the innermost one of an allow rule, which keeps its
     * place.
     */
    void restart(Probe probe, boolean location) {
        Slot slot = slot(probe);
        Entry open = slot.open();
        Entry payload = open == null ? slot.innermost() : outer(probe);
        Channel channel = probe.channel;
        if (payload == null || channel == null || !records()) {
            return;
        }
        channel.restart(payload.event);
        if (payload.weight > 0) {
            payload.start = System.nanoTime();
        }
        if (location && open != null) {
            payload.place = slot.latest();
        }
    }

    StateEntry enterState(Binding binding, int state) {
        return busy == 0 ? pushState(state, binding.channel != null, binding.probe.key) : null;
    }

    /** One level more; only the outermost one is recorded. */
    StateEntry pushState(int state, boolean recorded, String probe) {
        int level = stateDepth;
        if (level == states.length) {
            StateEntry[] more = new StateEntry[level * 2];
            System.arraycopy(states, 0, more, 0, level);
            states = more;
        }
        StateEntry entry = states[level];
        if (entry == null) {
            entry = new StateEntry(this, level);
            states[level] = entry;
        }
        entry.byHandler = false;
        entry.event = level == 0 && recorded ? ThreadStates.begin(state, probe) : null;
        stateDepth = level + 1;
        return entry;
    }

    /**
     * A token may get lost under everything else (stack overflow, a stopped thread), where no exit closes it. So the stack is compared with
     * the real one: when something has failed in this thread; when a call of one method is inside of one of another for the first time; and
     * now and then, less and less often the longer it lasts.
     */
    private void checkStack(int interception, String declaringClass, String method, boolean mayBeCall) {
        if (top == null) {
            calls = 0;
            nextCheck = FIRST_CHECK;
            return;
        }
        int inner = Nestings.site(interception, declaringClass, method);
        boolean isPlausible = Nestings.isPlausible(top.site(), inner);
        if (++calls < nextCheck && isPlausible) {
            return;
        }
        nextCheck = nextCheck < Integer.MAX_VALUE / 4 ? Math.max(nextCheck * 4, FIRST_CHECK) : Integer.MAX_VALUE;
        Frame lost = RealStack.firstNotOn(top, interception, mayBeCall);
        if (lost != null) {
            Counters.LOST.incrementAndGet();
            lost.close();
            lost.abandonStates();
        } else if (!isPlausible) {
            Nestings.add(top.site(), inner);
        }
    }

    /** Something has failed: whatever seems to be open is looked at before the next call. */
    void distrust() {
        nextCheck = 0;
    }

    /** Nothing is recorded while code runs on our behalf. If it was stopped, it may have left without a trace. */
    void checkBusy() {
        if (++refused % REFUSALS == 0 || nextCheck == 0) {
            nextCheck = FIRST_CHECK;
            if (!RealStack.isBusy()) {
                Counters.LOST.incrementAndGet();
                busy = 0;
            }
        }
    }
}

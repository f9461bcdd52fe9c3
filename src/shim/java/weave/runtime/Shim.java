package weave.runtime;

import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The calls that generated code makes. None throws but for a lack of stack or memory, which the adapters catch; none prints to
 * standard output. Bindings and tokens are {@code Object} in every descriptor, so that an adapter names no type of the shim but this one.
 *
 * <p>The calls have a number: a shim serves {@link #CALLS} and all lower ones. A call is never changed or taken away,
 * only new ones are added.
 */
public final class Shim {
    /** The number of the newest calls that this shim serves. */
    public static final int CALLS = 3;

    /** Recursion of the interception is recorded too. */
    public static final int REENTRANT = 1;
    /** A payload is recorded when the method throws. */
    public static final int EXCEPTION_PAYLOADS = 2;
    /** Each call is an event of its own (allow rules). */
    public static final int OWN_EVENT = 4;
    /** The entry is pushed by {@link #constructed}, not by {@link #enter}. */
    public static final int CONSTRUCTOR = 8;
    /** {@link #name} is called before {@link #exit} or {@link #fail}, not after {@link #enter}. */
    public static final int NAME_AT_END = 16;
    /** The payload is named at every exit, and recorded at every exit. */
    public static final int ON_EXIT = 32;
    /** The payload is named when the method returns. */
    public static final int ON_RETURN = 64;
    /** The payload is named when the method throws, and recorded only then. */
    public static final int ON_EXCEPTION = 128;

    /** The call makes a split, and no payload unless {@link #PAYLOADS} is set too. */
    public static final int SPLIT = 256;
    /** The split makes a payload. */
    public static final int PAYLOADS = 512;
    /** Woven around a call: the method may run under another name, in a subtype or in native code. */
    public static final int CALL_SITE = 1024;
    /** A split that does more than to be recorded: it is called as well while the recorder takes samples. */
    public static final int SAMPLED = 2048;
    /** Ignored while a payload of the probe is open in the thread. */
    public static final int OUTERMOST = 4096;

    private Shim() {}

    /**
     * Called once per probe and woven jar, from a class initializer.
     *
     * @param calls the number of the calls that the generated code makes
     * @param key the key of the probe in the rules
     * @param events binary name of the generated subclass of {@link Events}
     * @param options comma list of {@code control-objects}, {@code eager}, {@code thread-states}, {@code handlers},
     *     {@code class-names}, {@code types=} and the name of an enum
     * @param anchor a generated class; its loader sees the woven classes
     * @return the binding, or null: nothing may run
     */
    public static Object bind(int calls, String key, String events, String options, Class<?> anchor) {
        try {
            if (Settings.KILLED || Settings.isDisabled(key)) {
                return null;
            }
            if (calls > CALLS) {
                Log.once(Log.ERROR, "calls", "probe `" + key + "` needs calls " + calls + " of the runtime, but an older "
                        + "one, with calls " + CALLS + ", comes first on the class path: nothing is recorded for it");
                return null;
            }
            return Probes.bind(key, events, options, anchor);
        } catch (Throwable t) {
            return null;
        }
    }

    /** The woven jar gives the values of telemetries, by their number. */
    public static void telemetries(Object binding, IntFunction<?> values) {
        if (binding instanceof Binding && values != null) {
            Binding bound = (Binding) binding;
            try {
                bound.values = values;
                bound.probe.poll();
            } catch (Throwable t) {
                failed(bound, t);
            }
        }
    }

    /** The woven jar names control objects that were never opened. */
    @SuppressWarnings("unchecked")
    public static void names(Object binding, Function<?, ?> names) {
        if (binding instanceof Binding && names != null) {
            ((Binding) binding).names = (Function<Object, ?>) names;
        }
    }

    /** Whether a recording runs and may have payloads or splits of the probe: the guard in front of everything else. */
    public static boolean recording(Object binding) {
        return binding instanceof Binding && Unrecorded.isRecorded((Binding) binding);
    }

    /** Whether plain interceptions run: always, but for a probe that is killed or switched off. */
    public static boolean active(Object binding) {
        return binding instanceof Binding && ((Binding) binding).active;
    }

    /** A payload, a split, or both begin. Returns its token, or null: nothing is to be recorded here. */
    public static Object enter(Object binding, int interception, int flags, String declaringClass, String method) {
        if (!(binding instanceof Binding)) {
            return null;
        }
        Binding bound = (Binding) binding;
        try {
            Channel channel = bound.channel;
            if (channel == null || !isCalled(channel, flags)) {
                return null;
            }
            return PerThread.current().enter(bound, channel, interception, flags, declaringClass, method);
        } catch (Throwable t) {
            lost(null);
            failed(bound, t);
            return null;
        }
    }

    /** Payload interceptions while payloads are recorded; splits also while they are, and some while there are samples to be split. */
    private static boolean isCalled(Channel channel, int flags) {
        boolean payloads = Entry.makesPayload(flags) && channel.payloadEnabled();
        return payloads || (flags & SPLIT) != 0 && channel.splitEnabled() || (flags & SAMPLED) != 0 && channel.samplingEnabled();
    }

    /** The call of {@code super()} or {@code this()} has returned. */
    public static void constructed(Object token) {
        if (token instanceof Entry) {
            ((Entry) token).constructed();
        }
    }

    /** Names a payload. A null name discards it. A null type leaves the type as it is. */
    public static void name(Object token, String payload, String type) {
        if (token instanceof Entry) {
            ((Entry) token).name(payload, type);
        }
    }

    /** The name of the payload comes later, by {@link #rename}. A null type is none. */
    public static void deferred(Object token, String type) {
        if (token instanceof Entry) {
            ((Entry) token).deferred(type);
        }
    }

    /** Names a payload whose name was deferred, or names it anew. A null name discards it. */
    public static void rename(Object token, String payload) {
        if (token instanceof Entry) {
            ((Entry) token).rename(payload);
        }
    }

    /** Describes a payload by what a method of a probe class has returned: a name, a payload, or null, which discards it. */
    public static void payload(Object token, Object given) {
        if (token instanceof Entry) {
            try {
                ((Entry) token).give(given);
            } catch (Throwable t) {
                handlerFailed(((Entry) token).binding, token, t);
            }
        }
    }

    /**
     * A method of a probe class is about to be called for the call of the token, which may be null. Returns what
     * {@link #handled} takes, a {@link Guard}; null: it must not be called.
     */
    public static Object handling(Object binding, Object token) {
        if (!active(binding)) {
            return null;
        }
        try {
            Frame frame = token instanceof Frame ? (Frame) token : null;
            // The thread of the token is found without being looked up.
            PerThread thread = frame == null || frame.isElsewhere() ? PerThread.current() : frame.home;
            if (thread.handle((Binding) binding, frame)) {
                return thread;
            }
            return null;
        } catch (Throwable t) {
            handlerFailed(null, token, null);
            return null;
        }
    }

    /** The method of the probe class has returned. */
    public static void handled(Object guard) {
        if (guard instanceof PerThread) {
            PerThread thread = (PerThread) guard;
            thread.forgetHandled();
            thread.busy = 0;
        }
    }

    /** It has thrown: nothing comes of the call, and the probe is switched off. The guard has been taken off already. */
    public static void handlerFailed(Object binding, Object token, Object failure) {
        try {
            Frame frame = token instanceof Frame ? (Frame) token : null;
            lost(token);
            PerThread.current().handlerFailed(frame);
            if (binding instanceof Binding && failure instanceof Throwable) {
                plainFailed((Binding) binding, (Throwable) failure);
            }
        } catch (Throwable t) {
            // Nothing is left to be done.
        }
    }

    /**
     * What an adapter does for a call has failed, perhaps for lack of stack or memory, or the thread was stopped: nothing comes of the call. Its
     * token may be null: then there is none, or it got lost.
     */
    public static void lost(Object token) {
        try {
            if (token instanceof Frame) {
                ((Frame) token).lose();
                return;
            }
            if (token instanceof StateEntry) {
                ((StateEntry) token).exit();
            }
            PerThread.current().distrust();
        } catch (Throwable t) {
            // Nothing is left to be done.
        }
    }

    /** What a method of a probe class is given as its context. */
    public static Object context(Object binding) {
        if (binding instanceof Binding) {
            return ((Binding) binding).context();
        }
        return null;
    }

    /** The class with this name, as the woven code sees it; null if there is none. */
    public static Class<?> declaringClass(Object binding, String name) {
        if (binding instanceof Binding) {
            return ((Binding) binding).resolve(name);
        }
        return null;
    }

    /** The thread enters a state, as in {@link #enterState}, and leaves it with the method of the token. */
    public static void stateUntilEnd(Object token, int state) {
        if (token instanceof Frame) {
            Frame frame = (Frame) token;
            try {
                frame.enterState(state);
            } catch (Throwable t) {
                plainFailed(frame.binding, t);
            }
        }
    }

    /** Ties a payload to a control object. Null leaves it as it is. */
    public static void controlObject(Object token, Object object) {
        if (token instanceof Entry && object != null) {
            Entry entry = (Entry) token;
            try {
                ControlObjects objects = entry.binding.probe.controlObjects;
                if (objects != null) {
                    entry.controlObject(objects.use(object, entry.binding, eventsFor(entry.binding)));
                }
            } catch (Throwable t) {
                failed(entry.binding, t);
            }
        }
    }

    /**
     * The method returns. Gives the event of the call, for the adapter to commit: so a stack trace begins with the adapter. That is its
     * payload, or, if it can make none, its split. Null: there is none, or it is not to be recorded.
     */
    public static Object returned(Object token) {
        if (!(token instanceof Entry)) {
            return null;
        }
        Entry entry = (Entry) token;
        try {
            entry.leaveState();
            // Popped before anything else, with as few frames as can be: near a stack overflow an exit that got
            // this far leaves nothing behind, whatever becomes of the event.
            if (!entry.close()) {
                entry.split = null;
            } else if (entry.recordedOnReturn()) {
                entry.count(null);
                return Bridge.committed(entry.events().payload(entry.event, entry, null));
            } else if (!Entry.makesPayload(entry.flags)) {
                return split(token, null);
            }
        } catch (Throwable t) {
            failed(entry.binding, t);
        }
        return null;
    }

    /** The method throws. Gives the event of the call, as {@link #returned}. */
    public static Object thrown(Object token, Throwable exception) {
        if (!(token instanceof Entry)) {
            return null;
        }
        Entry entry = (Entry) token;
        try {
            entry.leaveState();
            if (!entry.close()) {
                entry.split = null;
                return null;
            }
            boolean recorded = entry.recordedOnException();
            if (exception instanceof StackOverflowError && (recorded || entry.splits())) {
                Headroom.check();
            }
            if (recorded) {
                entry.count(exception);
                return Bridge.committed(entry.events().payload(entry.event, entry, exception));
            }
            if (!Entry.makesPayload(entry.flags)) {
                return split(token, exception);
            }
        } catch (Throwable t) {
            // Where there is no stack for the one event there is none for the other.
            entry.split = null;
            failed(entry.binding, t);
        }
        return null;
    }

    /**
     * After {@link #returned} or {@link #thrown}, with null or the exception, where the call makes a split and a payload: gives the split
     * event, as these.
     */
    public static Object split(Object token, Throwable exception) {
        if (!(token instanceof Entry)) {
            return null;
        }
        Entry entry = (Entry) token;
        try {
            return entry.splits() ? Bridge.committed(entry.events().split(entry.split.event, entry, exception)) : null;
        } catch (Throwable t) {
            failed(entry.binding, t);
            return null;
        }
    }

    /** With calls 1: the method returns, and its events are committed here. */
    public static void exit(Object token) {
        if (token instanceof Entry) {
            Entry entry = (Entry) token;
            try {
                entry.leaveState();
                // Popped before anything else, with as few frames as can be: near a stack overflow an exit that got
                // this far leaves nothing behind, whatever becomes of the event.
                if (entry.close()) {
                    if (entry.recordedOnReturn()) {
                        entry.count(null);
                        entry.events().endPayload(entry.event, entry, null);
                    }
                    if (entry.splits()) {
                        entry.events().endSplit(entry.split.event, entry, null);
                    }
                }
            } catch (Throwable t) {
                lost(entry);
                failed(entry.binding, t);
            }
        }
    }

    /** With calls 1: the method throws, and its events are committed here. */
    public static void fail(Object token, Throwable exception) {
        if (token instanceof Entry) {
            Entry entry = (Entry) token;
            try {
                entry.leaveState();
                if (entry.close()) {
                    boolean recorded = entry.recordedOnException();
                    boolean splits = entry.splits();
                    if ((recorded || splits) && exception instanceof StackOverflowError) {
                        Headroom.check();
                    }
                    if (recorded) {
                        entry.count(exception);
                        entry.events().endPayload(entry.event, entry, exception);
                    }
                    if (splits) {
                        entry.events().endSplit(entry.split.event, entry, exception);
                    }
                }
            } catch (Throwable t) {
                lost(entry);
                failed(entry.binding, t);
            }
        }
    }

    /** A plain interception that is not reentrant begins. Null inside a recursion: it must not be called. */
    public static Object plain(Object binding, int interception) {
        if (!active(binding)) {
            return null;
        }
        Binding bound = (Binding) binding;
        try {
            return PerThread.current().plain(bound, interception, 0);
        } catch (Throwable t) {
            lost(null);
            plainFailed(bound, t);
            return null;
        }
    }

    /**
     * As {@link #plain(Object, int)}, for one that calls a method of a probe class, of which the flags say whether it is
     * {@link #REENTRANT}. Null also where it cannot be called now.
     */
    public static Object plain(Object binding, int interception, int flags) {
        if (!active(binding)) {
            return null;
        }
        Binding bound = (Binding) binding;
        try {
            PerThread thread = PerThread.current();
            if (thread.busy == 0) {
                return thread.plain(bound, interception, flags);
            }
            thread.checkBusy();
            return null;
        } catch (Throwable t) {
            lost(null);
            plainFailed(bound, t);
            return null;
        }
    }

    /** The method of a plain interception ends, in whichever way. */
    public static void leave(Object token) {
        if (token instanceof Frame) {
            Frame frame = (Frame) token;
            frame.leaveState();
            frame.close();
        }
    }

    /** Opens a control object, recording or not, and gives it a name. */
    public static void openControlObject(Object binding, Object object, String name) {
        if (object == null || !active(binding)) {
            return;
        }
        Binding bound = (Binding) binding;
        try {
            ControlObjects objects = bound.probe.controlObjects;
            if (objects != null) {
                objects.open(object, name, eventsFor(bound));
            }
        } catch (Throwable t) {
            plainFailed(bound, t);
        }
    }

    /** Closes a control object. One that is not open is left alone. */
    public static void closeControlObject(Object binding, Object object) {
        if (object == null || !active(binding)) {
            return;
        }
        Binding bound = (Binding) binding;
        try {
            ControlObjects objects = bound.probe.controlObjects;
            if (objects != null) {
                objects.close(object, eventsFor(bound));
            }
        } catch (Throwable t) {
            plainFailed(bound, t);
        }
    }

    /** Gives an object a label, recording or not. */
    public static void label(Object binding, Object object, String text) {
        if (object == null || !active(binding)) {
            return;
        }
        Binding bound = (Binding) binding;
        try {
            bound.probe.labels.put(object, text);
        } catch (Throwable t) {
            plainFailed(bound, t);
        }
    }

    /** The label of an object; the name of its class if it has none. */
    public static Object labelOf(Object binding, Object object) {
        if (object == null || !(binding instanceof Binding)) {
            return null;
        }
        String label = ((Binding) binding).probe.labels.get(object);
        if (label != null) {
            return label;
        }
        return object.getClass().getName();
    }

    /** The thread enters a state (0 runnable, 1 waiting, 2 blocked, 3 net I/O). Only the outermost one is recorded. */
    public static Object enterState(Object binding, int state) {
        if (!active(binding)) {
            return null;
        }
        Binding bound = (Binding) binding;
        try {
            return PerThread.current().enterState(bound, state);
        } catch (Throwable t) {
            plainFailed(bound, t);
            return null;
        }
    }

    /** The thread leaves the state. */
    public static void exitState(Object token) {
        if (token instanceof StateEntry) {
            StateEntry entry = (StateEntry) token;
            try {
                entry.exit();
            } catch (Throwable t) {
                ThreadStates.failed(t);
            }
        }
    }

    /** The clock of the current payload of the probe starts again. */
    public static void restartTiming(Object binding) {
        restart(binding, false);
    }

    /** As {@link #restartTiming}; besides, the payload is said to be at the latest payload interception. */
    public static void restartTimingAndLocation(Object binding) {
        restart(binding, true);
    }

    private static void restart(Object binding, boolean location) {
        if (!recording(binding)) {
            return;
        }
        Binding bound = (Binding) binding;
        try {
            PerThread.current().restart(bound.probe, location);
        } catch (Throwable t) {
            failed(bound, t);
        }
    }

    /** What {@code reader}, a {@link java.util.function.Function}, reads from an object, to be shown; a mark where that fails. */
    public static Object read(Object reader, Object from) {
        return Text.read(reader, from, Text.FAILED);
    }

    /** As {@link #read}; null where it fails, or for a value of a primitive type. */
    public static Object readObject(Object reader, Object from) {
        return Text.read(reader, from, null);
    }

    /** What a value is shown as, in at most so many characters. Never null: a value that cannot be shown is a mark. */
    public static String shown(Object value, int limit) {
        return Text.shown(value, limit);
    }

    /** A text, cut to its length. */
    public static String cut(String text, int maxLength) {
        return Text.cut(text, maxLength);
    }

    /** A text in which what matches a regular expression is blanked, cut to its length. */
    public static String redacted(String text, int maxLength, String redact) {
        return Text.redacted(text, maxLength, redact);
    }

    /** Where control object events of this call go: null when nothing is to be recorded. */
    private static Channel eventsFor(Binding bound) {
        Channel channel = bound.channel;
        return channel != null && PerThread.current().records() ? channel : null;
    }

    private static void failed(Binding bound, Throwable t) {
        if (!isOfTheVm(t)) {
            bound.probe.switchOff(t, false);
        }
    }

    private static void plainFailed(Binding bound, Throwable t) {
        if (!isOfTheVm(t)) {
            bound.probe.switchOff(t, true);
        }
    }

    /** Errors that say nothing about a probe: the application's stack depth or memory, a stopped thread. */
    static boolean isOfTheVm(Throwable t) {
        return t instanceof StackOverflowError || t instanceof OutOfMemoryError
                || "java.lang.ThreadDeath".equals(t.getClass().getName());
    }
}

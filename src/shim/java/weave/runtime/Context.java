package weave.runtime;

import java.lang.ref.WeakReference;
import weave.probe.Payload;
import weave.probe.ProbeContext;

/**
 * What methods of a probe class are given, one for each woven jar: all that is of one call is found through the thread. A probe class that
 * several jars share may keep it without keeping the class loader of one.
 */
final class Context implements ProbeContext {
    private final WeakReference<Binding> known;

    Context(WeakReference<Binding> known) {
        this.known = known;
    }

    /** A class whose initializer runs first near a stack overflow would be lost for good. */
    static void initialize() {
        Payload made = new EnhancedPayload(false, null, null, null);
        made.getName();
        new Context(new WeakReference<Binding>(null)).getOuterPayload();
        Counters.FAILURES.get();
        ThreadStates.isOff();
    }

    @Override
    public void openControlObject(Object controlObject, String name) {
        Shim.openControlObject(known.get(), controlObject, name);
    }

    @Override
    public void closeControlObject(Object controlObject) {
        Shim.closeControlObject(known.get(), controlObject);
    }

    @Override
    public Payload createPayload(String name, Object controlObject, Enum<?> type) {
        return new EnhancedPayload(false, name, controlObject, known(type));
    }

    @Override
    public Payload createPayloadWithDeferredName(Object controlObject, Enum<?> type) {
        return new EnhancedPayload(true, null, controlObject, known(type));
    }

    /** A constant of another enum than that of the probe is none. */
    private Enum<?> known(Enum<?> type) {
        Binding binding = known.get();
        if (type == null || binding == null) {
            return null;
        }
        // The class of a constant with a body is not that of the enum.
        String name = type.getDeclaringClass().getName();
        String types = binding.probe.types;
        if (name.equals(types)) {
            return type;
        }
        String right = types == null ? "it has no customTypes" : "they are those of " + types;
        Log.once(Log.ERROR, "type " + binding.probe.events + " " + name, "probe `" + binding.probe.key + "`: " + name + "." + type.name()
                + " is no type of its payloads: " + right);
        return null;
    }

    @Override
    public Payload getOuterPayload() {
        Binding binding = known.get();
        if (binding == null) {
            return null;
        }
        Entry outer = PerThread.current().outer(binding.probe);
        if (outer == null) {
            return null;
        }
        return new OpenPayload(outer);
    }

    @Override
    public void restartTiming() {
        Shim.restartTiming(known.get());
    }

    @Override
    public void restartTimingAndLocation() {
        Shim.restartTimingAndLocation(known.get());
    }

    @Override
    public boolean isRecording() {
        Binding binding = known.get();
        Channel channel = binding == null ? null : binding.channel;
        return channel != null && channel.payloadEnabled();
    }
}

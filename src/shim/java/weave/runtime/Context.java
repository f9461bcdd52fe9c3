package weave.runtime;

import weave.probe.Payload;
import weave.probe.ProbeContext;

/** What methods of a probe class are given, one for each woven jar: all that is of one call is found through the thread. */
final class Context implements ProbeContext {
    private final Binding binding;

    Context(Binding binding) {
        this.binding = binding;
    }

    /** A class whose initializer runs first near a stack overflow would be lost for good. */
    static void initialize() {
        Payload made = new EnhancedPayload(false, null, null, null);
        made.getName();
        new Context(null).getOuterPayload();
        Counters.FAILURES.get();
        ThreadStates.isOff();
    }

    @Override
    public void openControlObject(Object controlObject, String name) {
        Shim.openControlObject(binding, controlObject, name);
    }

    @Override
    public void closeControlObject(Object controlObject) {
        Shim.closeControlObject(binding, controlObject);
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
        if (type == null) {
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
        Shim.restartTiming(binding);
    }

    @Override
    public void restartTimingAndLocation() {
        Shim.restartTimingAndLocation(binding);
    }

    @Override
    public boolean isRecording() {
        Channel channel = binding.channel;
        return channel != null && channel.payloadEnabled();
    }
}

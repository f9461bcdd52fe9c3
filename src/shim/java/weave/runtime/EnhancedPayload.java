package weave.runtime;

import weave.probe.Payload;

/** What a probe class has made to return it: nothing has come of it yet. */
final class EnhancedPayload implements Payload {
    /** The name comes later. */
    final boolean isDeferred;
    private final String name;
    private final Object controlObject;
    private final Enum<?> type;

    EnhancedPayload(boolean isDeferred, String name, Object controlObject, Enum<?> type) {
        this.isDeferred = isDeferred;
        this.name = name;
        this.controlObject = controlObject;
        this.type = type;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Enum<?> getEventType() {
        return type;
    }

    @Override
    public Object getControlObject() {
        return controlObject;
    }
}

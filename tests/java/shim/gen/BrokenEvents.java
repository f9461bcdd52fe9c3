package gen;

/** Stands for a generated class whose event types cannot be loaded. */
public final class BrokenEvents extends weave.runtime.Events {
    @Override
    public Object beginPayload() {
        throw new IllegalStateException("broken payload");
    }

    @Override
    public Object controlObject() {
        return null;
    }

    @Override
    public Class<?>[] types() {
        throw new NoClassDefFoundError("jdk/jfr/internal/event/EventWriter");
    }
}

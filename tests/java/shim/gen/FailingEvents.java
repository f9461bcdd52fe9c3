package gen;

/** Stands for a generated class whose event types load, but cannot be used. */
public final class FailingEvents extends weave.runtime.Events {
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
        return new Class<?>[] {QuietPayload.class};
    }
}

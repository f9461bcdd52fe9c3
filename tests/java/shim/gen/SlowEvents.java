package gen;

/** Stands for a generated class. */
public final class SlowEvents extends weave.runtime.Events {
    @Override
    public Object payload() {
        return new SlowPayload();
    }

    @Override
    public Object controlObject() {
        return null;
    }

    @Override
    public Class<?>[] types() {
        return new Class<?>[] {SlowPayload.class};
    }
}

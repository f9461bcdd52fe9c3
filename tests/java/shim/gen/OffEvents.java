package gen;

/** Stands for a generated class. */
public final class OffEvents extends weave.runtime.Events {
    @Override
    public Object payload() {
        return new OffPayload();
    }

    @Override
    public Object controlObject() {
        return null;
    }

    @Override
    public Class<?>[] types() {
        return new Class<?>[] {OffPayload.class};
    }
}

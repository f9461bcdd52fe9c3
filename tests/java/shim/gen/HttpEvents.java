package gen;

/** Stands for a generated class. */
public final class HttpEvents extends weave.runtime.Events {
    @Override
    public Object payload() {
        return new HttpPayload();
    }

    @Override
    public Object controlObject() {
        return null;
    }

    @Override
    public Class<?>[] types() {
        return new Class<?>[] {HttpPayload.class};
    }
}

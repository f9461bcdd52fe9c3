package gen;

/** Stands for a generated class. */
public final class QuietEvents extends weave.runtime.Events {
    @Override
    public Object payload() {
        return new QuietPayload();
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

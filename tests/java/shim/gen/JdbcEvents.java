package gen;

/** Stands for a generated class. */
public final class JdbcEvents extends weave.runtime.Events {
    @Override
    public Object payload() {
        return new JdbcPayload();
    }

    @Override
    public Object controlObject() {
        return new JdbcControlObject();
    }

    @Override
    public Class<?>[] types() {
        return new Class<?>[] {JdbcPayload.class, JdbcControlObject.class};
    }
}

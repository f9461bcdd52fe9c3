package gen;

import weave.runtime.Entry;

/** Stands for a generated class. */
public final class JdbcEvents extends weave.runtime.Events {
    @Override
    public Object beginPayload() {
        JdbcPayload event = new JdbcPayload();
        event.begin();
        return event;
    }

    @Override
    public Object payload(Object event, Entry entry, Throwable exception) {
        JdbcPayload ended = (JdbcPayload) event;
        ended.end();
        if (!ended.shouldCommit()) {
            return null;
        }
        ended.set(entry, exception);
        return ended;
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

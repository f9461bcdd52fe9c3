package gen;

import weave.runtime.Entry;

/** Stands for a generated class. */
public final class SlowEvents extends weave.runtime.Events {
    @Override
    public Object beginPayload() {
        SlowPayload event = new SlowPayload();
        event.begin();
        return event;
    }

    @Override
    public Object payload(Object event, Entry entry, Throwable exception) {
        SlowPayload ended = (SlowPayload) event;
        ended.end();
        if (!ended.shouldCommit()) {
            return null;
        }
        ended.set(entry, exception);
        return ended;
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

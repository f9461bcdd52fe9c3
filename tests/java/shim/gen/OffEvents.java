package gen;

import weave.runtime.Entry;

/** Stands for a generated class. */
public final class OffEvents extends weave.runtime.Events {
    @Override
    public Object beginPayload() {
        OffPayload event = new OffPayload();
        event.begin();
        return event;
    }

    @Override
    public Object payload(Object event, Entry entry, Throwable exception) {
        OffPayload ended = (OffPayload) event;
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
        return new Class<?>[] {OffPayload.class};
    }
}

package gen;

import weave.runtime.Entry;

/** Stands for a generated class. */
public final class HttpEvents extends weave.runtime.Events {
    @Override
    public Object beginPayload() {
        HttpPayload event = new HttpPayload();
        event.begin();
        return event;
    }

    @Override
    public Object payload(Object event, Entry entry, Throwable exception) {
        HttpPayload ended = (HttpPayload) event;
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
        return new Class<?>[] {HttpPayload.class};
    }
}

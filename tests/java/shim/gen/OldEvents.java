package gen;

import weave.runtime.Entry;

/** Stands for a class that was generated for calls 1, which ends and commits its events itself. */
public final class OldEvents extends weave.runtime.Events {
    @Override
    public Object beginPayload() {
        HttpPayload event = new HttpPayload();
        event.begin();
        return event;
    }

    @Override
    public void endPayload(Object event, Entry entry, Throwable exception) {
        HttpPayload ended = (HttpPayload) event;
        ended.end();
        if (ended.shouldCommit()) {
            ended.set(entry, exception);
            ended.commit();
        }
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

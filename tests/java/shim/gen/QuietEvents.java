package gen;

import weave.runtime.Entry;

/** Stands for a generated class. */
public final class QuietEvents extends weave.runtime.Events {
    @Override
    public Object beginPayload() {
        QuietPayload event = new QuietPayload();
        event.begin();
        return event;
    }

    @Override
    public Object payload(Object event, Entry entry, Throwable exception) {
        QuietPayload ended = (QuietPayload) event;
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
        return new Class<?>[] {QuietPayload.class};
    }
}

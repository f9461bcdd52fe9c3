package gen;

import weave.runtime.Entry;

/** Stands for a generated class whose event types load, but cannot be used. */
public final class FailingEvents extends weave.runtime.Events {
    @Override
    public Object beginPayload() {
        throw new IllegalStateException("broken payload");
    }

    @Override
    public void endPayload(Object event, Entry entry, Throwable exception) {}

    @Override
    public Object controlObject() {
        return null;
    }

    @Override
    public Class<?>[] types() {
        return new Class<?>[] {QuietPayload.class};
    }
}

package weave.runtime;

import weave.probe.Payload;

/** The payload of a call that still runs, as it is at any time. */
final class OpenPayload implements Payload {
    final Entry entry;

    OpenPayload(Entry entry) {
        this.entry = entry;
    }

    @Override
    public String getName() {
        return entry.payload();
    }

    @Override
    public Enum<?> getEventType() {
        return entry.constant();
    }

    @Override
    public Object getControlObject() {
        return entry.object();
    }
}

package weave.recording;

import jdk.jfr.consumer.RecordedEvent;

/** A payload as it was read. What is rarely asked for stays in its event. */
final class Payload implements Adder.Sum {
    final Probe probe;
    final int jvm;
    final long time;
    final long duration;
    final String text;
    final String type;
    final String exception;
    final long object;
    final int node;
    final int thread;
    private final RecordedEvent event;

    Payload(Probe probe, int jvm, long time, int thread, int node, RecordedEvent event) {
        this.probe = probe;
        this.jvm = jvm;
        this.time = time;
        this.duration = Events.duration(event);
        String text = event.getString("payload");
        this.text = text == null ? "" : text;
        this.type = event.getString("type");
        this.exception = event.getString("exception");
        this.object = event.getLong("controlObject");
        this.node = node;
        this.thread = thread;
        this.event = event;
    }

    @Override
    public void addUp() {
        probe.payload(this);
    }

    /** All of it. */
    Event kept() {
        return new Event(time, duration, Strings.cut(text), type, object == 0 ? null : Objects.key(jvm, object), event.getLong("id"),
                event.getLong("outer"), event.getInt("depth"), event.getString("method"), exception, node, thread);
    }
}

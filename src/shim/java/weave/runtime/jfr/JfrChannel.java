package weave.runtime.jfr;

import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import weave.runtime.Channel;
import weave.runtime.Entry;
import weave.runtime.Events;

/** The event types of one probe. */
final class JfrChannel extends Channel {
    private final Events events;
    /** Whether it is on is a plain field in there: asking costs nothing. */
    private final EventType payload;
    private final EventType controlObject;

    JfrChannel(Events events) {
        this.events = events;
        Class<?>[] types = events.types();
        this.payload = register(types[0]);
        this.controlObject = types.length > 1 ? register(types[1]) : null;
    }

    static EventType register(Class<?> type) {
        Class<? extends Event> event = type.asSubclass(Event.class);
        FlightRecorder.register(event);
        return EventType.getEventType(event);
    }

    @Override
    protected boolean payloadEnabled() {
        return payload.isEnabled();
    }

    @Override
    protected Object begin() {
        PayloadEvent event = (PayloadEvent) events.payload();
        event.begin();
        return event;
    }

    @Override
    protected void restart(Object event) {
        ((PayloadEvent) event).begin();
    }

    @Override
    protected void commit(Entry entry) {
        PayloadEvent event = (PayloadEvent) entry.event();
        event.end();
        if (event.shouldCommit()) {
            event.payload = entry.payload();
            event.type = entry.type();
            event.controlObject = entry.controlObject();
            event.id = entry.id();
            event.outer = entry.outer();
            event.depth = entry.depth();
            event.method = entry.method();
            event.declaringClass = entry.declaringClass();
            event.exception = entry.exception();
            event.commit();
        }
    }

    @Override
    protected void controlObject(String action, long id, String name, Class<?> type) {
        if (controlObject == null || !controlObject.isEnabled()) {
            return;
        }
        ControlObjectEvent event = (ControlObjectEvent) events.controlObject();
        event.controlObject = id;
        event.name = name;
        event.action = action;
        event.type = type;
        event.commit();
    }
}

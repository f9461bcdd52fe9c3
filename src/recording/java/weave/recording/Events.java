package weave.recording;

import java.time.Duration;
import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;

/** Reads values of events, whatever they are. */
final class Events {
    private Events() {}

    /** Nanoseconds since 1970, within what a long holds. */
    static long nanos(Instant time) {
        long seconds = Math.max(-9_000_000_000L, Math.min(9_000_000_000L, time.getEpochSecond()));
        return seconds * 1_000_000_000 + time.getNano();
    }

    static long duration(RecordedEvent event) {
        Duration duration = event.getDuration();
        long seconds = Math.min(9_000_000_000L, duration.getSeconds());
        return seconds < 0 ? 0 : seconds * 1_000_000_000 + duration.getNano();
    }

    /** Null where the event has no such text. */
    static String text(RecordedEvent event, String field) {
        return event.hasField(field) && event.getValue(field) instanceof String ? event.getString(field) : null;
    }

    /** -1 where the event has no such number. */
    static long number(RecordedEvent event, String field) {
        return event.hasField(field) && event.getValue(field) instanceof Number ? event.getLong(field) : -1;
    }
}

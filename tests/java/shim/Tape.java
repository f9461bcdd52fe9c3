import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A recording, and what the probes left in it. */
final class Tape {
    /** Stands between what is recorded because a recording begins, and what the program does. */
    @Name("tape.Started")
    static final class Started extends Event {}

    final Recording recording = new Recording();
    private Instant started = Instant.MIN;

    /** Settings are pairs: {@code weave.jdbc.Payload#threshold}, {@code 10 ms}. */
    static Tape start(String... settings) {
        Tape tape = new Tape();
        for (int i = 0; i < settings.length; i += 2) {
            tape.recording.setSettings(with(tape.recording, settings[i], settings[i + 1]));
        }
        tape.recording.start();
        new Started().commit();
        return tape;
    }

    private static java.util.Map<String, String> with(Recording recording, String name, String value) {
        java.util.Map<String, String> all = new java.util.HashMap<>(recording.getSettings());
        all.put(name, value);
        return all;
    }

    /**
     * Ends the recording: its events whose names begin with {@code weave.}, in the order of their ends, but for telemetries, types, and the
     * names of the control objects that were open before.
     */
    List<RecordedEvent> stop() {
        List<RecordedEvent> events = all();
        events.removeIf(event -> event.getEventType().getName().contains(".Telemetry.") || event.getEventType().getName().endsWith(".Type")
                || event.hasField("action") && event.getString("action").equals("NAME") && event.getStartTime().isBefore(started));
        return events;
    }

    /** The same with all of these. */
    List<RecordedEvent> all() {
        try {
            recording.stop();
            Path file = Files.createTempFile("shim", ".jfr");
            try {
                recording.dump(file);
                recording.close();
                List<RecordedEvent> events = new ArrayList<>();
                for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                    if (event.getEventType().getName().equals("tape.Started")) {
                        started = event.getStartTime();
                    }
                    if (event.getEventType().getName().startsWith("weave.")) {
                        events.add(event);
                    }
                }
                events.sort(Comparator.comparing(RecordedEvent::getEndTime));
                return events;
            } finally {
                Files.delete(file);
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Ends the recording: the payload texts. */
    List<String> payloads() {
        List<String> payloads = new ArrayList<>();
        for (RecordedEvent event : stop()) {
            if (event.hasField("payload")) {
                payloads.add(event.getString("payload"));
            }
        }
        return payloads;
    }

    /** Ends the recording, in which there must be one event. */
    RecordedEvent only() {
        List<RecordedEvent> events = stop();
        Check.equal(1, events.size());
        return events.get(0);
    }

    static String className(RecordedEvent event, String field) {
        RecordedClass found = event.getClass(field);
        return found == null ? null : found.getName();
    }

    static long millis(RecordedEvent event) {
        return event.getDuration().toMillis();
    }
}

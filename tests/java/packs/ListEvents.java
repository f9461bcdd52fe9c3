import java.nio.file.Path;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Prints what the probes recorded: for each kind of event how many, probe and kind, type, text, and the class of the exception.
 * What differs from run to run is blanked: ports, identity hashes, and the folder of the run.
 *
 * <pre>java ListEvents RECORDING.jfr FOLDER</pre>
 */
public final class ListEvents {
    public static void main(String[] arguments) throws Exception {
        TreeMap<String, Integer> counts = new TreeMap<>();
        try (RecordingFile file = new RecordingFile(Path.of(arguments[0]))) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                String name = event.getEventType().getName();
                if (name.startsWith("weave.") && !name.contains(".Telemetry.") && !name.endsWith(".Type")) {
                    counts.merge(line(event, name).replace(arguments[1], "FOLDER"), 1, Integer::sum);
                }
            }
        }
        counts.forEach((line, count) -> System.out.println(count + " " + line));
    }

    private static String line(RecordedEvent event, String name) {
        StringBuilder line = new StringBuilder(name.substring("weave.".length()));
        for (String field : new String[] {"action", "type", "payload", "name", "exception"}) {
            Object value = event.hasField(field) ? event.getValue(field) : null;
            if (value != null) {
                String text = value instanceof RecordedClass ? ((RecordedClass) value).getName() : value.toString();
                line.append(" | ").append(field.equals("exception") ? "! " + text.replaceAll("(?s):.*", "") : text);
            }
        }
        return line.toString()
            .replaceAll("\\s+", " ")
            .replaceAll("(?<=[:=])[0-9]{4,5}\\b", "PORT")
            .replaceAll("@[0-9a-f]{3,}\\b", "@HASH")
            .replaceAll("/0x[0-9a-f]+", "/ADDRESS");
    }
}

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Prints the payloads of a recording as the shop prints what it has counted: a line for each probe, type and text, with how many
 * there are: {@code Recorded FILE}.
 */
public final class Recorded {
    public static void main(String[] arguments) throws Exception {
        Map<String, Long> counts = new TreeMap<>();
        try (RecordingFile recording = new RecordingFile(Path.of(arguments[0]))) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                String name = event.getEventType().getName();
                if (name.startsWith("weave.") && name.endsWith(".Payload")) {
                    String probe = name.substring("weave.".length(), name.length() - ".Payload".length());
                    String type = event.hasField("type") && event.getString("type") != null ? event.getString("type") : "";
                    counts.merge(probe + '\t' + type + '\t' + text(type, event.getString("payload")), 1L, Long::sum);
                }
            }
        }
        counts.forEach((key, times) -> System.out.println("COUNT\t" + key + '\t' + times));
    }

    /** Without what the shop cannot know: how a pool is named. */
    private static String text(String type, String payload) {
        if (type.isEmpty()) {
            // A method of a component: without the package of its class.
            return payload.replaceAll("^(.*\\.)?([^.]+\\.[^.]+)$", "$2");
        }
        return type.equals("Connection") ? "" : payload;
    }
}

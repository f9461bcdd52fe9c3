import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Prints what a recording holds of {@code weave.*} events, one line each, sorted, columns separated by tabs.
 *
 * <pre>java ReadEvents RECORDING.jfr</pre>
 *
 * Telemetries, of which there is one a second, are left out. Columns: event; payload, name of the control object, or thread state; type or action; name of the control object; thread;
 * exception; method with class, or probe; depth; payload of the outer event; first frame of the stack trace outside weave's
 * own classes; duration in microseconds. What is not there is {@code -}.
 *
 * <p>Then, each line beginning with {@code !}: classes that were redefined or retransformed, agents, and the library that
 * loads agents written in Java.
 */
public final class ReadEvents {
    private static final Map<String, String> CONTROL_OBJECTS = new HashMap<>();
    private static final Map<String, String> PAYLOADS = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        List<RecordedEvent> events = RecordingFile.readAllEvents(Path.of(arguments[0]));
        TreeSet<String> suspicious = new TreeSet<>();
        for (RecordedEvent event : events) {
            String name = event.getEventType().getName();
            if (name.endsWith(".ControlObject")) {
                CONTROL_OBJECTS.put(probe(name) + event.getLong("controlObject"), event.getString("name"));
            } else if (name.startsWith("weave.") && name.endsWith(".Payload")) {
                PAYLOADS.put(probe(name) + event.getLong("id"), event.getString("payload"));
            } else if (name.equals("jdk.ClassRedefinition")) {
                suspicious.add("! redefined " + event.getClass("redefinedClass").getName());
            } else if (name.equals("jdk.JavaAgent") || name.equals("jdk.NativeAgent")) {
                suspicious.add("! agent " + event.getString("name"));
            } else if (name.equals("jdk.NativeLibrary") && event.getString("name").matches(".*[/\\\\](lib)?instrument\\..*")) {
                suspicious.add("! agent library " + event.getString("name"));
            }
        }
        List<String> lines = new ArrayList<>();
        for (RecordedEvent event : events) {
            String name = event.getEventType().getName();
            if (name.startsWith("weave.") && !name.contains(".Telemetry.") && !name.endsWith(".Type")) {
                lines.add(line(event));
            }
        }
        Collections.sort(lines);
        lines.addAll(suspicious);
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        lines.forEach(line -> out.print(line + "\n"));
        out.flush();
    }

    private static String line(RecordedEvent event) {
        String name = event.getEventType().getName();
        String thread = event.getThread() == null ? null : event.getThread().getJavaName();
        String[] columns;
        if (name.endsWith(".Payload")) {
            columns = new String[] {name, event.getString("payload"), event.getString("type"), controlObject(name, event), thread,
                event.getString("exception"), className(event.getClass("declaringClass")) + "." + event.getString("method"),
                Integer.toString(event.getInt("depth")), outer(name, event)};
        } else if (name.endsWith(".ControlObject")) {
            columns = new String[] {name, event.getString("name"), event.getString("action"), controlObject(name, event), thread,
                null, null, null, null};
        } else {
            columns = new String[] {name, event.getString("state"), null, null, thread, null, event.getString("probe"), null, null};
        }
        StringBuilder line = new StringBuilder();
        for (String column : columns) {
            line.append(column == null ? "-" : column.replace('\t', ' ')).append('\t');
        }
        return line + top(event.getStackTrace()) + "\t" + event.getDuration().toNanos() / 1000;
    }

    private static String controlObject(String name, RecordedEvent event) {
        long number = event.getLong("controlObject");
        return number == 0 ? null : CONTROL_OBJECTS.getOrDefault(probe(name) + number, "unknown control object");
    }

    private static String outer(String name, RecordedEvent event) {
        long number = event.getLong("outer");
        return number == 0 ? null : PAYLOADS.getOrDefault(probe(name) + number, "unknown payload");
    }

    private static String top(RecordedStackTrace trace) {
        if (trace != null) {
            for (RecordedFrame frame : trace.getFrames()) {
                String type = frame.getMethod().getType().getName();
                if (!type.startsWith("weave.")) {
                    return type + "." + frame.getMethod().getName();
                }
            }
        }
        return "-";
    }

    private static String className(RecordedClass type) {
        return type == null ? "-" : type.getName();
    }

    /** {@code weave.store.} of {@code weave.store.Payload}. */
    private static String probe(String event) {
        return event.substring(0, event.lastIndexOf('.') + 1);
    }
}

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Prints how many payload events a recording holds, and the classes that were redefined while it ran.
 *
 * <pre>java CountEvents RECORDING.jfr</pre>
 */
public final class CountEvents {
    public static void main(String[] arguments) throws Exception {
        long payloads = 0;
        boolean watched = false;
        Set<Long> own = new HashSet<>();
        Map<Long, String> calls = new HashMap<>();
        TreeMap<String, Long> suspicious = new TreeMap<>();
        try (RecordingFile file = new RecordingFile(Path.of(arguments[0]))) {
            long redefinition = file.readEventTypes().stream()
                .filter(type -> type.getName().equals("jdk.ClassRedefinition")).findFirst().orElseThrow().getId();
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                switch (event.getEventType().getName()) {
                case "weave.all.Payload":
                    payloads++;
                    break;
                case "jdk.ClassRedefinition":
                    // Flight Recorder itself changes classes of the JDK, to put events into them: ActiveSetting is one.
                    String name = event.getClass("redefinedClass").getName();
                    if (name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.")) {
                        own.add(event.getLong("redefinitionId"));
                    } else {
                        suspicious.merge("redefined " + name, 1L, Long::sum);
                    }
                    break;
                case "jdk.RetransformClasses":
                case "jdk.RedefineClasses":
                    calls.put(event.getLong("redefinitionId"), event.getEventType().getName());
                    break;
                case "jdk.JavaAgent":
                case "jdk.NativeAgent":
                    suspicious.merge(event.getEventType().getName(), 1L, Long::sum);
                    break;
                case "jdk.ActiveSetting":
                    watched |= event.getLong("id") == redefinition && event.getString("name").equals("enabled") && event.getString("value").equals("true");
                    break;
                default:
                }
            }
        }
        calls.keySet().removeAll(own);
        calls.values().forEach(call -> suspicious.merge(call, 1L, Long::sum));
        if (!watched || own.isEmpty()) {
            suspicious.put("redefinitions were not recorded", 1L);
        }
        System.out.println(payloads + " " + (suspicious.isEmpty() ? "-" : suspicious.toString().replaceAll("[ ,]+", "_")));
    }
}

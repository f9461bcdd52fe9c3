package weave.recording;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/** Which JVMs wrote the recording, on which machine, with which settings. */
final class About {
    private final List<Jvm> jvms = new ArrayList<>();
    private final Map<String, Integer> indices = new LinkedHashMap<>();
    /** By event type and setting: its values. */
    private final Map<String, TreeMap<String, String>> settings = new TreeMap<>();
    private String os;
    private String cpu;
    private long cores = -1;
    private long hardwareThreads = -1;
    private long memory = -1;

    private static final class Jvm {
        String name;
        String version;
        String main;
        long pid = -1;
        long started = -1;
    }

    /** The number of the JVM that the event is of. */
    int jvm(RecordedEvent event) {
        Jvm jvm = new Jvm();
        jvm.name = Events.text(event, "jvmName");
        jvm.version = version(Events.text(event, "jvmVersion"));
        String arguments = Events.text(event, "javaArguments");
        // Not the rest: arguments may be secrets.
        jvm.main = arguments == null ? null : arguments.split(" ", 2)[0];
        jvm.pid = Events.number(event, "pid");
        jvm.started = event.hasField("jvmStartTime") ? event.getInstant("jvmStartTime").toEpochMilli() : -1;
        return known(jvm, jvm.pid + " " + jvm.started);
    }

    /** The number of the JVM of a file that does not say which one it is of. */
    int unknown(String file) {
        return known(new Jvm(), file);
    }

    private int known(Jvm jvm, String key) {
        Integer known = indices.putIfAbsent(key, jvms.size());
        if (known != null) {
            return known;
        }
        jvms.add(jvm);
        return jvms.size() - 1;
    }

    /** {@code 17.0.15+6} of a sentence about it. */
    private static String version(String text) {
        int open = text == null ? -1 : text.indexOf('(');
        int close = open < 0 ? -1 : text.indexOf(')', open);
        return close < 0 ? text : text.substring(open + 1, close);
    }

    /** The feature release of a JVM; 0 if it is not known. */
    int feature(int jvm) {
        String version = jvm < 0 ? null : jvms.get(jvm).version;
        if (version == null) {
            return 0;
        }
        String digits = version.split("[^0-9]", 2)[0];
        return digits.isEmpty() || digits.length() > 4 ? 0 : Integer.parseInt(digits);
    }

    void os(RecordedEvent event) {
        String text = Events.text(event, "osVersion");
        if (text == null) {
            return;
        }
        int pretty = text.indexOf("PRETTY_NAME=\"");
        int from = pretty < 0 ? 0 : pretty + "PRETTY_NAME=\"".length();
        int end = text.indexOf(pretty < 0 ? '\n' : '"', from);
        os = end < 0 ? text.substring(from) : text.substring(from, end);
    }

    void cpu(RecordedEvent event) {
        String text = Events.text(event, "description");
        int brand = text == null ? -1 : text.indexOf("Brand: ");
        int end = brand < 0 ? -1 : text.indexOf(", Vendor", brand);
        cpu = end < 0 ? Events.text(event, "cpu") : text.substring(brand + "Brand: ".length(), end).trim();
        cores = Events.number(event, "cores");
        hardwareThreads = Events.number(event, "hwThreads");
    }

    void memory(RecordedEvent event) {
        memory = Events.number(event, "totalSize");
    }

    void setting(String type, RecordedEvent event) {
        String value = String.valueOf(Events.text(event, "value"));
        TreeMap<String, String> all = settings.computeIfAbsent(type, none -> new TreeMap<>());
        all.merge(String.valueOf(Events.text(event, "name")), value, (old, more) ->
                List.of(old.split(", ")).contains(more) || old.length() > 200 ? old : old + ", " + more);
    }

    void writeJvms(Json json) {
        json.key("jvms").beginArray();
        for (Jvm jvm : jvms) {
            json.beginObject().put("name", jvm.name).put("version", jvm.version).put("main", jvm.main);
            json.putKnown("pid", jvm.pid).putKnown("started", jvm.started).endObject();
        }
        json.endArray().key("machine").beginObject().put("os", os).put("cpu", cpu);
        json.putKnown("cores", cores).putKnown("hardwareThreads", hardwareThreads).putKnown("memory", memory).endObject();
    }

    void writeSettings(Json json, Strings strings) {
        json.key("settings").beginObject();
        json.numbers("event", to -> settings.forEach((type, all) -> all.keySet().forEach(none -> to.accept(strings.index(type)))));
        json.numbers("setting", to -> settings.values().forEach(all -> all.keySet().forEach(name -> to.accept(strings.index(name)))));
        json.numbers("value", to -> settings.values().forEach(all -> all.values().forEach(value -> to.accept(strings.index(value)))));
        json.endObject();
    }
}

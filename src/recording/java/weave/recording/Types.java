package weave.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.AnnotationElement;
import jdk.jfr.EventType;

/** What the event types of a chunk are to a report. Events are told apart by the number of their type. */
final class Types {
    enum Kind {
        PAYLOAD, SPLIT, TOTALS, CONTROL_OBJECT, TYPE, TELEMETRY, OTHER
    }

    private static final String RULE = "weave.runtime.jfr.Rule";

    /** One event type, in all chunks. */
    static final class Type {
        final String name;
        final String label;
        final Kind kind;
        /** Null if it is of no probe. */
        final Probe probe;
        /** The last part of the name of a telemetry. */
        final String id;
        final boolean isStacked;
        long count;

        Type(EventType type, Kind kind, Probe probe, String id) {
            this.name = type.getName();
            this.label = type.getLabel() == null ? type.getName() : type.getLabel();
            this.kind = kind;
            this.probe = probe;
            this.id = id;
            this.isStacked = rule(type, "weave.runtime.jfr.Stacked") != null;
        }
    }

    private final Map<String, Type> byName = new TreeMap<>();
    /** By key, with the prefix of the events. */
    private final Map<String, Probe> probes = new TreeMap<>();
    private final Map<Long, Type> ofChunk = new HashMap<>();
    /** The event types of chunks before, by number, for their settings. */
    private final Context context;

    Types(Context context) {
        this.context = context;
    }

    /** The types of the next chunk. */
    void newChunk(List<EventType> types) {
        ofChunk.clear();
        for (EventType type : types) {
            ofChunk.put(type.getId(), byName.computeIfAbsent(type.getName(), name -> make(type)));
        }
    }

    private Type make(EventType type) {
        String name = type.getName();
        String rule = rule(type, RULE);
        int telemetry = name.lastIndexOf(".Telemetry.");
        int end = telemetry >= 0 ? telemetry : name.lastIndexOf('.');
        Kind kind = rule == null || end <= 0 ? Kind.OTHER : telemetry >= 0 ? Kind.TELEMETRY : kind(name.substring(end + 1));
        if (kind == Kind.OTHER) {
            return new Type(type, kind, null, null);
        }
        String key = name.substring(0, end);
        Probe probe = probes.computeIfAbsent(key, all -> new Probe(context, all));
        List<String> categories = type.getCategoryNames();
        probe.describe(categories.isEmpty() ? null : categories.get(categories.size() - 1), type.getDescription(), rule);
        return new Type(type, kind, probe, telemetry >= 0 ? name.substring(telemetry + ".Telemetry.".length()) : null);
    }

    private static Kind kind(String last) {
        switch (last) {
            case "Payload":
                return Kind.PAYLOAD;
            case "Split":
                return Kind.SPLIT;
            case "Totals":
                return Kind.TOTALS;
            case "ControlObject":
                return Kind.CONTROL_OBJECT;
            case "Type":
                return Kind.TYPE;
            default:
                return Kind.OTHER;
        }
    }

    /** The value of an annotation of the type; null if it has none. */
    private static String rule(EventType type, String annotation) {
        for (AnnotationElement one : type.getAnnotationElements()) {
            if (one.getTypeName().equals(annotation)) {
                return one.getValues().isEmpty() ? "" : String.valueOf(one.getValues().get(0));
            }
        }
        return null;
    }

    Type of(EventType type) {
        return ofChunk.get(type.getId());
    }

    /** By the number that a setting names its event type with; null for an unknown one. */
    Type byId(long id) {
        return ofChunk.get(id);
    }

    Iterable<Type> all() {
        return byName.values();
    }

    /** Sorted by label, then by key. */
    List<Probe> probes() {
        List<Probe> all = new ArrayList<>(probes.values());
        all.sort((a, b) -> {
            int order = a.label.compareTo(b.label);
            return order != 0 ? order : a.name.compareTo(b.name);
        });
        return all;
    }

    /** All that occur, the most frequent first. */
    void write(Json json, Strings strings) {
        List<Type> seen = new ArrayList<>();
        for (Type type : byName.values()) {
            if (type.count > 0) {
                seen.add(type);
            }
        }
        seen.sort((a, b) -> a.count != b.count ? Long.compare(b.count, a.count) : a.name.compareTo(b.name));
        json.key("eventTypes").beginObject();
        json.numbers("name", to -> seen.forEach(one -> to.accept(strings.index(one.name))));
        json.numbers("label", to -> seen.forEach(one -> to.accept(strings.index(one.label))));
        json.numbers("count", to -> seen.forEach(one -> to.accept(one.count)));
        json.endObject();
    }
}

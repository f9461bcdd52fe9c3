package weave.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.DataAmount;
import jdk.jfr.Frequency;
import jdk.jfr.Percentage;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/** Values that were sampled over time: those of probes, and a few of the JVM itself. */
final class Telemetries {
    /** Of more points, some are averaged to one. */
    private static final int MOST_POINTS = 1_200;
    private static final List<String> OF_RECORDER = List.of("startTime", "duration", "eventThread", "stackTrace");
    /** Event type and fields that are shown of it. */
    static final Map<String, List<String>> OF_JVM =
            new TreeMap<>(Map.of("jdk.CPULoad", List.of("jvmUser", "jvmSystem", "machineTotal"), "jdk.GCHeapSummary", List.of("heapUsed")));

    private final Context context;
    private final Map<String, Telemetry> all = new TreeMap<>();

    private static final class Telemetry {
        final Types.Type type;
        final List<String> fields = new ArrayList<>();
        final List<String> names = new ArrayList<>();
        final List<String> units = new ArrayList<>();
        final List<Point> points = new ArrayList<>();

        Telemetry(Types.Type type) {
            this.type = type;
        }

        void describe(RecordedEvent event) {
            List<String> shown = OF_JVM.get(type.name);
            for (ValueDescriptor field : event.getFields()) {
                String name = field.getName();
                if (shown != null ? shown.contains(name) : !OF_RECORDER.contains(name)) {
                    if (!fields.contains(name)) {
                        fields.add(name);
                        names.add(field.getLabel() == null ? name : field.getLabel());
                        units.add(unit(field));
                    }
                }
            }
        }
    }

    private static final class Point {
        final long time;
        final double[] values;

        Point(long time, double[] values) {
            this.time = time;
            this.values = values;
        }
    }

    Telemetries(Context context) {
        this.context = context;
    }

    private static String unit(ValueDescriptor field) {
        return field.getAnnotation(DataAmount.class) != null ? "bytes"
                : field.getAnnotation(Timespan.class) != null ? "ns"
                : field.getAnnotation(Percentage.class) != null ? "percent"
                : field.getAnnotation(Frequency.class) != null ? "per-second"
                : "";
    }

    void add(RecordedEvent event, Types.Type type) {
        long time = Events.nanos(event.getStartTime());
        if (!context.span.has(time)) {
            return;
        }
        Telemetry telemetry = all.computeIfAbsent(type.name, none -> new Telemetry(type));
        telemetry.describe(event);
        double[] values = new double[telemetry.fields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(event, telemetry.fields.get(i), telemetry.units.get(i));
        }
        telemetry.points.add(new Point(time, values));
    }

    private static double value(RecordedEvent event, String field, String unit) {
        if (!event.hasField(field)) {
            return Double.NaN;
        }
        if (unit.equals("ns")) {
            return event.getDuration(field).toNanos();
        }
        Object value = event.getValue(field);
        return value instanceof Number ? ((Number) value).doubleValue() : Double.NaN;
    }

    void write(Json json) {
        json.key("telemetries").beginArray();
        for (Telemetry one : all.values()) {
            if (one.type.probe == null || one.type.probe.index >= 0) {
                write(json, one);
            }
        }
        json.endArray();
    }

    private void write(Json json, Telemetry one) {
        one.points.sort((a, b) -> Long.compare(a.time, b.time));
        int each = (one.points.size() + MOST_POINTS - 1) / MOST_POINTS;
        json.beginObject().put("key", one.type.id == null ? one.type.name : one.type.id).put("label", one.type.label);
        json.put("probe", one.type.probe == null ? -1 : one.type.probe.index).put("stacked", one.type.isStacked).put("perPoint", each);
        json.key("time").beginArray();
        for (int i = 0; i < one.points.size(); i += each) {
            json.value(one.points.get(i).time - context.span.start);
        }
        json.endArray().key("lines").beginArray();
        for (int line = 0; line < one.fields.size(); line++) {
            json.beginObject().put("name", one.names.get(line)).put("unit", one.units.get(line)).key("values").beginArray();
            double max = Double.NaN;
            for (int i = 0; i < one.points.size(); i += each) {
                double sum = 0;
                int count = 0;
                for (Point point : one.points.subList(i, Math.min(one.points.size(), i + each))) {
                    if (line < point.values.length && !Double.isNaN(point.values[line])) {
                        sum += point.values[line];
                        count++;
                        max = Double.isNaN(max) ? point.values[line] : Math.max(max, point.values[line]);
                    }
                }
                json.value(count == 0 ? Double.NaN : sum / count);
            }
            json.endArray().key("max").value(max).endObject();
        }
        json.endArray().endObject();
    }
}

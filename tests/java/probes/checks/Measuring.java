import app.Counted;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import probes.Measured;
import probes.Named;

/** Telemetries of a probe class, and what becomes of its payloads where these are no events. */
final class Measuring {
    private static List<RecordedEvent> of(List<RecordedEvent> events, String type) {
        List<RecordedEvent> found = new ArrayList<>(events);
        found.removeIf(event -> !event.getEventType().getName().equals("weave.Measured." + type));
        return found;
    }

    static void everyNumberIsSampled() throws Exception {
        Counted.payload(null, () -> {});
        Tape tape = Tape.start();
        Object open = new Object();
        for (int i = 0; i < 5; i++) {
            Counted.payload(open, () -> {});
        }
        Thread.sleep(2500);
        List<RecordedEvent> events = tape.all();
        List<RecordedEvent> connections = of(events, "Telemetry.ConnectionCount");
        Check.that(connections.size() >= 2 && connections.size() <= 4, connections.size());
        Check.equal(7.0, connections.get(0).getDouble("value"));
        Check.that(Measured.asked.isDaemon() && Measured.asked != Thread.currentThread(), Measured.asked);

        RecordedEvent queries = of(events, "Telemetry.Queries").get(0);
        Check.equal(3.0, queries.getDouble("successfulQueries"));
        Check.equal(-1.0, queries.getDouble("failedQueries"));
        Check.that(Double.isNaN(queries.getDouble("none")), queries);
        Check.equal("Failed queries", queries.getEventType().getField("failedQueries").getLabel());
        Check.that(queries.getEventType().getAnnotationElements().stream().anyMatch(a -> a.getTypeName().equals("weave.runtime.jfr.Stacked")), "stacked");
        Check.that(connections.get(0).getEventType().getAnnotationElements().stream().noneMatch(a -> a.getTypeName().equals("weave.runtime.jfr.Stacked")), "not stacked");
        Check.equal(null, connections.get(0).getEventType().getField("value").getContentType());
        Check.equal("Measured Connection count", connections.get(0).getEventType().getLabel());

        RecordedEvent numbers = of(events, "Telemetry.Numbers").get(0);
        Check.equal(0.255, numbers.getDouble("share"));
        Check.equal(9_007_199_254_740_993_000L, numbers.getLong("memory"));
        Check.equal(2_500_000L, numbers.getDuration("wait").toNanos());
        Check.equal(2_000L, numbers.getDuration("step").toNanos());
        Check.equal(1.5, numbers.getDouble("rate"));
        Check.equal(-3.0, numbers.getDouble("small"));
        Check.equal("jdk.jfr.Percentage", numbers.getEventType().getField("share").getContentType());
        Check.equal("jdk.jfr.DataAmount", numbers.getEventType().getField("memory").getContentType());
        Check.equal("jdk.jfr.Timespan", numbers.getEventType().getField("wait").getContentType());
        Check.equal("jdk.jfr.Timespan", numbers.getEventType().getField("step").getContentType());
        Check.equal("jdk.jfr.Frequency", numbers.getEventType().getField("rate").getContentType());
        Check.that(Double.isNaN(numbers.getDouble("failing")), numbers);

        double counted = 0;
        List<RecordedEvent> defaults = of(events, "Telemetry.Default");
        for (RecordedEvent event : defaults) {
            counted += event.getDouble("events");
            Check.that(event.getDouble("events") == 0 || event.getDuration("averageDuration").toNanos() >= 0, event);
        }
        Check.equal(1.0, defaults.get(defaults.size() - 1).getDouble("openControlObjects"));
        Check.equal(5.0, counted);
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (type.getName().equals("weave.Injected.Telemetry.Default")) {
                Check.that(type.getField("openControlObjects") == null && type.getField("averageDuration") != null, type.getFields());
            }
        }
        Check.equal(0, of(events, "Telemetry.Blocking").size());
        Measured.GO.countDown();
        Check.equal(0, of(events, "Payload").size());
        List<RecordedEvent> totals = of(events, "Totals");
        Check.equal("counted", totals.get(0).getString("name"));
        Check.equal(5L, totals.get(0).getLong("count"));
        Check.that(open != null, "alive");
    }

    static void theyComeBackWithTheNextRecording() throws Exception {
        Counted.payload(null, () -> {});
        for (int i = 0; i < 2; i++) {
            Tape tape = Tape.start();
            Thread.sleep(1300);
            Check.that(of(tape.all(), "Telemetry.ConnectionCount").size() >= 1, "sampled again");
            Thread.sleep(1200);
        }
    }

    static void anyTextNamesATelemetry() throws Exception {
        Counted.payload(null, () -> {});
        Tape tape = Tape.start();
        Thread.sleep(1500);
        List<RecordedEvent> events = tape.all();
        events.removeIf(event -> !event.getEventType().getName().startsWith("weave.Named.Telemetry."));
        String[] names = {"Pool size", "Pool-size", "PoolSize", "日本", "Default", "Größe (%)", "Grosse", "", " ", "\u0001\u001b[0m", "🙂", Named.LONG};
        java.util.Set<String> types = new java.util.HashSet<>();
        for (RecordedEvent event : events) {
            String type = event.getEventType().getName();
            if (type.equals("weave.Named.Telemetry.Lines") || !types.add(type)) {
                continue;
            }
            Check.equal("Named " + names[(int) event.getDouble("value")], event.getEventType().getLabel());
        }
        Check.equal(names.length, types.size());
        Check.that(types.contains("weave.Named.Telemetry.PoolSize") && types.contains("weave.Named.Telemetry.Grosse"), types);
        Check.that(!types.contains("weave.Named.Telemetry.Default"), types);

        events.removeIf(event -> !event.getEventType().getName().equals("weave.Named.Telemetry.Lines"));
        java.util.Map<String, Object> lines = new java.util.HashMap<>();
        for (jdk.jfr.ValueDescriptor field : events.get(0).getFields()) {
            if (field.getLabel() != null) {
                lines.put(field.getLabel(), events.get(0).getValue(field.getName()));
            }
        }
        Check.equal(101.0, lines.get("成功"));
        Check.equal(102.0, lines.get("失敗"));
    }
}

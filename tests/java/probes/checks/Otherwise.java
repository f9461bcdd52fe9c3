import app.Body;
import app.Further;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;

/** What elements of annotations change, and what they leave as it is. */
final class Otherwise {
    private static void logged(String... expected) {
        List<String> actual = new ArrayList<>(probes.Otherwise.LOG);
        probes.Otherwise.LOG.clear();
        Check.equal(Arrays.asList(expected), actual);
    }

    private static void fails(Body body) {
        try {
            body.run();
            throw new AssertionError("did not throw");
        } catch (Exception e) {
            Check.equal("no such table", e.getMessage());
        }
    }

    private static void fail() {
        throw new IllegalArgumentException("no such table");
    }

    private static List<RecordedEvent> stop(Tape tape) {
        List<RecordedEvent> events = tape.stop();
        events.removeIf(event -> !event.getEventType().getName().startsWith("weave.Otherwise."));
        return events;
    }

    private static void recorded(Tape tape, String... expected) {
        List<String> all = new ArrayList<>();
        for (RecordedEvent event : stop(tape)) {
            boolean isPayload = event.hasField("payload");
            all.add((isPayload ? "Payload " : "Split ") + event.getString(isPayload ? "payload" : "name"));
        }
        probes.Otherwise.LOG.clear();
        Check.equal(Arrays.asList(expected), all);
    }

    static void withoutSubtypesOverridesAreLeftAlone() {
        new Further.Base().over("base");
        new Further.Derived().over("derived");
        logged("over base");
    }

    static void withoutControlObjectsNothingIsOpened() {
        Tape tape = Tape.start();
        new Further.Base().over("base");
        logged("over base");
        recorded(tape);
    }

    static void withoutThemAPayloadBelongsToNone() {
        Tape tape = Tape.start();
        Further.untied("object");
        RecordedEvent event = stop(tape).get(0);
        Check.equal("untied", event.getString("payload"));
        Check.equal(0L, event.getLong("controlObject"));
        Check.equal(null, event.getString("type"));
        Check.equal(null, event.getEventType().getDescription());
    }

    static void withoutDefaultTelemetriesThereIsNone() {
        Tape tape = Tape.start();
        Further.split("a", () -> {});
        List<String> types = new ArrayList<>();
        FlightRecorder.getFlightRecorder().getEventTypes().forEach(type -> {
            if (type.getName().startsWith("weave.Otherwise.")) {
                types.add(type.getName());
            }
        });
        types.sort(null);
        Check.equal(Arrays.asList("weave.Otherwise.Payload", "weave.Otherwise.Split"), types);
        recorded(tape, "Payload split a", "Split split a");
    }

    static void payloadsAtReturnAreThoseOfReturns() {
        Tape tape = Tape.start();
        Further.returned("a", () -> Thread.sleep(20));
        fails(() -> Further.returned("b", Otherwise::fail));
        logged("returned a");
        List<RecordedEvent> events = stop(tape);
        Check.equal(1, events.size());
        Check.equal("returned a", events.get(0).getString("payload"));
        Check.that(Tape.millis(events.get(0)) >= 19, events.get(0));
    }

    static void payloadsAtExceptionAreThoseOfExceptions() {
        Tape tape = Tape.start();
        Further.thrown("a", () -> {});
        fails(() -> Further.thrown("b", () -> {
            Thread.sleep(20);
            fail();
        }));
        List<RecordedEvent> events = stop(tape);
        Check.equal(1, events.size());
        Check.equal("thrown b no such table", events.get(0).getString("payload"));
        Check.that(Tape.millis(events.get(0)) >= 19, events.get(0));
        Check.equal("java.lang.IllegalArgumentException: no such table", events.get(0).getString("exception"));
    }

    static void aSplitIsThereOnExceptionsTooItsPayloadIfItIsWanted() {
        Tape tape = Tape.start();
        fails(() -> Further.split("a", Otherwise::fail));
        fails(() -> Further.splitAndThrown("b", Otherwise::fail));
        logged("split ended a");
        recorded(tape, "Split split a", "Payload split b", "Split split b");
    }

    static void aPayloadOfASplitWithoutPayloadsIsItsNameAlone() {
        Tape tape = Tape.start();
        Further.bareSplit("object", () -> {});
        recorded(tape, "Split bare object");
    }

    static void severalInterceptionsOfAMethodAreAllCalledInTheirOrder() {
        Tape tape = Tape.start();
        Further.several("a", () -> {});
        logged("first a", "second a", "third a");
        // One payload is open: the inner interception of the same probe names it anew.
        recorded(tape, "Payload second a");
    }
}

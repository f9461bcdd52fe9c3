import app.Body;
import app.Calls;
import app.Things;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import probes.Enhanced;

/** Payloads of probe classes, and what their context does. */
final class Contexts {
    private static void logged(String... expected) {
        List<String> actual = new ArrayList<>(Enhanced.LOG);
        Enhanced.LOG.clear();
        Check.equal(Arrays.asList(expected), actual);
    }

    private static Things.Thing thing(String name) {
        return new Things.Thing(name);
    }

    private static void fails(Body body) {
        try {
            body.run();
            throw new AssertionError("did not throw");
        } catch (Exception e) {
            Check.that(e instanceof IllegalArgumentException, e);
        }
    }

    private static void fail() {
        throw new IllegalArgumentException("no such table");
    }

    /** The events of the probe: type, name, kind. */
    private static List<RecordedEvent> stop(Tape tape) {
        Enhanced.LOG.clear();
        List<RecordedEvent> events = tape.stop();
        events.removeIf(event -> !event.getEventType().getName().startsWith("weave.Enhanced."));
        return events;
    }

    private static List<String> shown(List<RecordedEvent> events) {
        List<String> all = new ArrayList<>();
        for (RecordedEvent event : events) {
            String type = event.getEventType().getName();
            String kind = type.substring(type.lastIndexOf('.') + 1);
            if (kind.equals("Payload")) {
                all.add("Payload " + event.getString("payload") + " " + event.getString("type"));
            } else if (kind.equals("ControlObject")) {
                all.add(event.getString("action") + " " + event.getString("name"));
            } else {
                all.add(kind + " " + event.getString("name"));
            }
        }
        return all;
    }

    private static void recorded(Tape tape, String... expected) {
        Check.equal(Arrays.asList(expected), shown(stop(tape)));
    }

    static void typesAreNamedByThemselves() {
        Tape tape = Tape.start();
        Calls.payload("plain", null, () -> {});
        Calls.payload("body", null, () -> {});
        recorded(tape, "Payload plain PLAIN", "Payload body with a body");
    }

    static void typesHaveTheirColours() {
        Tape tape = Tape.start();
        Calls.payload("plain", null, () -> {});
        List<String> colors = new ArrayList<>();
        for (RecordedEvent event : tape.all()) {
            if (event.getEventType().getName().equals("weave.Enhanced.Type")) {
                colors.add(event.getString("type") + " " + event.getString("color"));
            }
        }
        Check.equal(Arrays.asList("PLAIN #CCAA00", "with a body #00FF00"), colors);
        Enhanced.LOG.clear();
    }

    static void aTypeOfAnotherEnumIsNone() {
        Tape tape = Tape.start();
        Calls.payload("foreign", null, () -> {});
        Calls.payload("foreign too", null, () -> {});
        recorded(tape, "Payload foreign null", "Payload foreign too null");
    }

    static void withoutANameThereIsNoPayloadAndTheNextInnerOneIsOutermost() {
        Tape tape = Tape.start();
        Calls.payload("null", null, () -> Calls.payload("inner", null, () -> {}));
        logged("payload null", "payload inner", "ended inner", "ended null");
        List<RecordedEvent> events = stop(tape);
        Check.equal(Arrays.asList("Payload inner PLAIN"), shown(events));
        Check.equal(0, events.get(0).getInt("depth"));
    }

    static void onesThatAreNotReentrantAreNotCalledForRecursions() {
        Tape tape = Tape.start();
        Calls.payload("a", null, () -> Calls.payload("b", null, () -> {}));
        logged("payload a", "ended a");
        Calls.payload("c", null, () -> Calls.split("s", () -> Calls.payload("d", null, () -> {})));
        logged("payload c", "split s", "ended c");
        recorded(tape, "Payload a PLAIN", "Split s", "Payload c PLAIN");
    }

    static void theLastInnerNameStaysAndANullChangesNothing() {
        Tape tape = Tape.start();
        Calls.payload("outer", null, () -> {
            Calls.inner("inner", () -> {});
            Calls.inner("last", () -> {});
            Calls.inner("unused", () -> {});
        });
        recorded(tape, "Payload last PLAIN");
    }

    static void theEndOfTheOutermostCallDecides() {
        Tape tape = Tape.start();
        Calls.payload("outer", null, () -> fails(() -> Calls.inner("caught", Contexts::fail)));
        fails(() -> Calls.payload("outer", null, () -> Calls.inner("never", Contexts::fail)));
        List<RecordedEvent> events = stop(tape);
        Check.equal(Arrays.asList("Payload caught PLAIN"), shown(events));
        Check.equal(null, events.get(0).getString("exception"));
    }

    static void aPayloadThatIsMadeAndNotReturnedLeavesNoTrace() {
        Tape tape = Tape.start();
        Calls.inner("unused", () -> {});
        Calls.close(Enhanced.LOG);
        recorded(tape);
    }

    static void theOuterPayloadIsThatOfTheCallAround() throws Exception {
        Tape tape = Tape.start();
        Things.Thing object = thing("object");
        Calls.inner("a", () -> {});
        logged("outer none");
        Calls.payload("b", object, () -> Calls.inner("c", () -> Calls.plain("")));
        logged("payload b", "named", "outer b/PLAIN/object", "outer c/PLAIN/object", "ended b");
        Calls.plain("");
        logged("outer none");
        Calls.deferred("later", () -> Calls.plain(""));
        logged("outer null/with a body/null");
        Calls.payload("d", null, () -> {
            Thread other = new Thread(() -> Calls.plain(""));
            other.start();
            other.join();
        });
        logged("payload d", "outer none", "ended d");
        Calls.payload("null", null, () -> Calls.plain(""));
        logged("payload null", "outer none", "ended null");
        recorded(tape, "Payload a null", "NAME the object", "Payload c PLAIN", "Payload later with a body", "Payload d PLAIN");
    }

    static void theOuterPayloadReturnedKeepsEverything() {
        Tape tape = Tape.start();
        Calls.payload("kept", null, () -> Calls.inner("keep", () -> Calls.inner("keep", () -> {})));
        Calls.inner("keep", () -> {});
        recorded(tape, "Payload kept PLAIN");
    }

    static void aDeferredNameIsGivenAtTheEndAndNullDiscards() {
        Tape tape = Tape.start();
        Calls.deferred("given", () -> {});
        Calls.deferred("nothing", () -> {});
        fails(() -> Calls.deferred("thrown", Contexts::fail));
        recorded(tape, "Payload given with a body");
    }

    static void aConstructorIsNamedWhenItReturns() {
        Tape tape = Tape.start();
        new Calls.Made("a", () -> {});
        fails(() -> new Calls.Made("b", Contexts::fail));
        logged("making null", "making null");
        recorded(tape, "Payload made a PLAIN");
    }

    static void timingStartsAgain() {
        Tape tape = Tape.start();
        Calls.payload("by plain", null, () -> {
            Thread.sleep(60);
            Calls.plain("restart");
        });
        Calls.payload("by payload", null, () -> {
            Thread.sleep(60);
            Calls.inner("restart", () -> {});
        });
        Calls.payload("not at all", null, () -> Thread.sleep(60));
        Calls.plain("restart");
        Calls.inner("restart", () -> {});
        List<RecordedEvent> events = stop(tape);
        Check.equal(3, events.size());
        Check.that(Tape.millis(events.get(0)) < 50, events.get(0));
        Check.that(Tape.millis(events.get(1)) < 50, events.get(1));
        Check.that(Tape.millis(events.get(2)) >= 59, events.get(2));
        Check.equal("payload", events.get(0).getString("method"));
        Check.equal("payload", events.get(1).getString("method"));
    }

    static void theLocationIsThatOfTheLatestPayloadOrSplitWithPayloads() {
        Tape tape = Tape.start();
        Calls.payload("a", null, () -> Calls.inner("relocate", () -> {}));
        Calls.payload("b", null, () -> Calls.inner("keep", () -> Calls.plain("relocate")));
        Calls.payload("c", null, () -> Calls.split("s", () -> Calls.plain("relocate")));
        Calls.payload("d", null, () -> Calls.bareSplit("s", () -> Calls.plain("relocate")));
        Calls.payload("e", null, () -> Calls.plain("relocate"));
        List<String> places = new ArrayList<>();
        for (RecordedEvent event : stop(tape)) {
            if (event.hasField("payload")) {
                places.add(event.getString("payload") + " " + event.getString("method"));
            }
        }
        Check.equal(Arrays.asList("a inner", "b inner", "c split", "d payload", "e payload"), places);
    }

    static void theTimeStartsAgainWithTheLocation() {
        Tape tape = Tape.start();
        Calls.payload("a", null, () -> {
            Thread.sleep(60);
            Calls.inner("relocate", () -> {});
        });
        Calls.inner("relocate", () -> {});
        Calls.plain("relocate");
        List<RecordedEvent> events = stop(tape);
        Check.equal(1, events.size());
        Check.that(Tape.millis(events.get(0)) < 50, events.get(0));
    }

    static void payloadMethodsAreCalledWhileTheProbeIsRecordedOnly() {
        Calls.payload("before", null, () -> {});
        Tape off = Tape.start("weave.Enhanced.Payload#enabled", "false");
        Calls.payload("off", null, () -> {});
        off.stop();
        logged();
        Tape tape = Tape.start();
        Calls.payload("on", null, () -> {});
        tape.stop();
        Calls.payload("after", null, () -> {});
        logged("payload on", "ended on");
    }

    static void splitMethodsAreCalledWhileTheyOrSamplesAreRecorded() {
        String payload = "weave.Enhanced.Payload#enabled";
        String split = "weave.Enhanced.Split#enabled";
        Tape payloads = Tape.start(split, "false");
        Calls.split("a", () -> {});
        Calls.bareSplit("b", () -> {});
        logged("split a");
        recorded(payloads, "Payload a PLAIN");
        Tape splits = Tape.start(payload, "false");
        Calls.split("c", () -> {});
        Calls.bareSplit("d", () -> {});
        logged("split c", "bare split d");
        recorded(splits, "Split c", "Split d");
        Tape samples = Tape.start(payload, "false", split, "false", "jdk.ExecutionSample#enabled", "true", "jdk.ExecutionSample#period", "1 s");
        Calls.split("e", () -> {});
        Calls.bareSplit("f", () -> {});
        logged("split e", "bare split f");
        recorded(samples);
        Tape allocations = Tape.start(payload, "false", split, "false", "jdk.ObjectAllocationSample#enabled", "true");
        Calls.split("i", () -> {});
        Calls.bareSplit("j", () -> {});
        logged("split i", "bare split j");
        recorded(allocations);
        Tape nothing = Tape.start(payload, "false", split, "false");
        Calls.split("g", () -> {});
        Calls.bareSplit("h", () -> {});
        logged();
        recorded(nothing);
    }

    static void aSplitWithoutANameIsNone() {
        Tape tape = Tape.start();
        Calls.bareSplit("null", () -> Calls.bareSplit("inner", () -> {}));
        Calls.bareSplit("outer", () -> Calls.bareSplit("not called", () -> {}));
        logged("bare split null", "bare split inner", "bare split outer");
        recorded(tape, "Split inner", "Split outer");
    }

    static void aSplitDoesNotChangeAPayloadAround() {
        Tape tape = Tape.start();
        Calls.payload("around", null, () -> Calls.split("inside", () -> {}));
        recorded(tape, "Split inside", "Payload around PLAIN");
    }

    static void controlObjectsAreKnownByIdentityRecordingOrNot() {
        Things.Thing early = thing("early");
        Calls.open(early, "opened early");
        Tape tape = Tape.start();
        Calls.payload("a", early, () -> {});
        Calls.open(thing("other"), "opened late");
        Calls.close(early);
        Calls.close(early);
        Calls.close(thing("never seen"));
        Calls.open(early, "opened again");
        List<RecordedEvent> events = stop(tape);
        Check.equal(Arrays.asList("Payload a PLAIN", "OPEN opened late", "CLOSE opened early", "OPEN opened again"), shown(events));
        Check.equal(events.get(0).getLong("controlObject"), events.get(2).getLong("controlObject"));
        Check.equal(events.get(0).getLong("controlObject"), events.get(3).getLong("controlObject"));
    }

    static void anUnknownControlObjectIsNamedOnceAndNotOpened() {
        Tape tape = Tape.start();
        Things.Thing unknown = thing("unknown");
        Calls.payload("a", unknown, () -> {});
        Calls.payload("b", unknown, () -> {});
        logged("payload a", "named", "ended a", "payload b", "ended b");
        Things.Thing opened = thing("opened");
        Calls.open(opened, "by its name");
        Calls.payload("c", opened, () -> {});
        logged("payload c", "ended c");
        Calls.close(unknown);
        recorded(tape, "NAME the unknown", "Payload a PLAIN", "Payload b PLAIN", "OPEN by its name", "Payload c PLAIN", "CLOSE the unknown");
    }

    static void onesThatTheProgramForgetsAreNotKept() {
        int many = 600;
        Tape tape = Tape.start();
        for (int i = 0; i < many; i++) {
            byte[] large = new byte[1 << 20];
            Calls.open(large, "large");
            Calls.payload("use", large, () -> {});
        }
        Check.that(Runtime.getRuntime().maxMemory() < (long) many << 20, "a larger heap than is meant");
        java.util.Set<Long> numbers = new java.util.HashSet<>();
        List<RecordedEvent> events = stop(tape);
        events.forEach(event -> numbers.add(event.getLong("controlObject")));
        Check.equal(2 * many, events.size());
        Check.equal(many, numbers.size());
    }

    static void aRecordingMayStartOrStopInBetween() {
        Tape[] tape = new Tape[1];
        Calls.payload("began before", null, () -> {
            tape[0] = Tape.start();
            Calls.inner("inside", () -> {});
        });
        logged("outer none");
        recorded(tape[0], "Payload inside null");
        Tape stopped = Tape.start();
        Calls.payload("ends after", null, () -> recorded(stopped));
        Enhanced.LOG.clear();
        Tape last = Tape.start();
        Calls.payload("clean", null, () -> {});
        Calls.inner("clean too", () -> {});
        logged("payload clean", "ended clean", "outer none");
        recorded(last, "Payload clean PLAIN", "Payload clean too null");
    }

    static void aNameThatFailsHarmsNothing() {
        Tape tape = Tape.start();
        Calls.payload("a", thing("nameless"), () -> {});
        Calls.payload("b", thing("nameless"), () -> {});
        recorded(tape, "Payload a PLAIN", "Payload b PLAIN");
    }
}

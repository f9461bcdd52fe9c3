import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Split interceptions, woven. */
final class Splits {
    private static final String SPLIT = "weave.tree.Split#enabled";
    private static final String PAYLOAD = "weave.tree.Payload#enabled";
    private static final String[] SAMPLES = {
        "jdk.ExecutionSample#enabled", "jdk.NativeMethodSample#enabled", "jdk.CPUTimeSample#enabled", "jdk.ObjectAllocationSample#enabled",
        "jdk.ObjectAllocationInNewTLAB#enabled", "jdk.ObjectAllocationOutsideTLAB#enabled",
    };

    private static List<String> list(String... names) {
        return Arrays.asList(names);
    }

    static void aSplitIsAnEventAndMakesAPayload() {
        Tape tape = Tape.start();
        Subject.split("a", () -> Thread.sleep(20));
        List<RecordedEvent> events = tape.stop();
        Check.equal(2, events.size());
        RecordedEvent split = Shown.named(events, "Split a");
        RecordedEvent payload = Shown.named(events, "Payload a");
        Check.equal("split", split.getString("method"));
        Check.equal("Subject", Tape.className(split, "declaringClass"));
        Check.equal(null, split.getString("exception"));
        Check.equal(0L, split.getLong("outer"));
        Check.equal(0, split.getInt("depth"));
        Check.that(Tape.millis(split) >= 19, split);
        Check.that(Tape.millis(payload) >= 19, payload);
        Check.equal(payload.getLong("id"), split.getLong("id"));
        Check.equal("Kind", payload.getString("type"));
        Check.that(payload.getLong("controlObject") > 0, payload);
        Check.that(split.getStackTrace() != null, split);
    }

    static void withoutPayloadsItIsTheSplitAlone() {
        Tape tape = Tape.start();
        Subject.bare("a", Subject::nothing);
        Check.equal(list("Split a"), Shown.all(tape.stop()));
    }

    static void splitsAreATree() {
        Tape tape = Tape.start();
        Subject.split("a", () -> {
            Subject.bare("b", () -> Subject.other("c", Subject::nothing));
            Subject.other("d", Subject::nothing);
        });
        List<RecordedEvent> events = tape.stop();
        // The payload is the outermost one's: a split never makes one inside of another, and never changes it.
        Check.equal(list("Split c", "Split b", "Split d", "Payload a", "Split a"), Shown.all(events));
        long a = Shown.named(events, "Split a").getLong("id");
        long b = Shown.named(events, "Split b").getLong("id");
        Check.equal(b, Shown.named(events, "Split c").getLong("outer"));
        Check.equal(a, Shown.named(events, "Split b").getLong("outer"));
        Check.equal(a, Shown.named(events, "Split d").getLong("outer"));
        Check.equal(2, Shown.named(events, "Split c").getInt("depth"));
        Check.equal(1, Shown.named(events, "Split d").getInt("depth"));
    }

    static void oneThatIsNotReentrantIsNotCalledInsideItself() {
        Tape tape = Tape.start();
        int[] shown = new int[1];
        Object counted = new Object() {
            @Override
            public String toString() {
                shown[0]++;
                return "b";
            }
        };
        Subject.split("a", () -> Subject.split(counted, () -> Subject.other("c", () -> Subject.split(counted, Subject::nothing))));
        Subject.split("d", Subject::nothing);
        Check.equal(0, shown[0]);
        Check.equal(list("Split c", "Payload a", "Split a", "Payload d", "Split d"), Shown.all(tape.stop()));
    }

    static void oneThatIsReentrantNestsAndMakesOnePayloadWithTheOutermostName() {
        Tape tape = Tape.start();
        Subject.nested("a", () -> Subject.nested("b", () -> Subject.nested("c", Subject::nothing)));
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Split c", "Split b", "Payload a", "Split a"), Shown.all(events));
        Check.equal(Shown.named(events, "Split b").getLong("id"), Shown.named(events, "Split c").getLong("outer"));
    }

    static void aSplitChangesNoOuterPayload() {
        Tape tape = Tape.start();
        Subject.payload("a", () -> Subject.split("b", Subject::nothing));
        Check.equal(list("Split b", "Payload a"), Shown.all(tape.stop()));
    }

    static void aPayloadInterceptionChangesThePayloadOfASplitButNotTheSplit() {
        Tape tape = Tape.start();
        Subject.split("a", () -> Subject.payload("b", Subject::nothing));
        Check.equal(list("Payload b", "Split a"), Shown.all(tape.stop()));
    }

    static void aSplitIsThereHoweverTheCallEndsAndThePayloadAsTheInterceptionSays() {
        Tape tape = Tape.start();
        Shown.thrown(() -> Subject.split("a", Subject::fail));
        Shown.thrown(() -> Subject.tolerant("b", Subject::fail));
        Shown.thrown(() -> Subject.bare("c", Subject::fail));
        Subject.bare("d", Subject::nothing);
        List<RecordedEvent> events = tape.stop();
        Check.equal(list("Split a", "Payload b", "Split b", "Split c", "Split d"), Shown.all(events));
        for (RecordedEvent event : events) {
            Check.equal(Shown.of(event).endsWith("d") ? null : "java.lang.IllegalArgumentException: no such table", event.getString("exception"));
        }
        Check.equal(0L, Shown.named(events, "Split d").getLong("outer"));
    }

    private static String[] off(String... more) {
        String[] settings = new String[2 * (SAMPLES.length + more.length)];
        int at = 0;
        for (String name : SAMPLES) {
            settings[at++] = name;
            settings[at++] = "false";
        }
        for (String name : more) {
            settings[at++] = name;
            settings[at++] = "false";
        }
        return settings;
    }

    /** Runs splits, and says which of them were called. */
    private static List<String> called(String... settings) {
        List<String> called = new java.util.ArrayList<>();
        class Named {
            final String name;

            Named(String name) {
                this.name = name;
            }

            @Override
            public String toString() {
                called.add(name);
                return name;
            }
        }
        Tape tape = Tape.start(settings);
        Subject.split(new Named("split"), Subject::nothing);
        Subject.bare(new Named("bare"), Subject::nothing);
        Subject.stated(new Named("stated"), Subject::nothing);
        Subject.payload(new Named("payload"), Subject::nothing);
        List<String> recorded = Shown.all(tape.stop());
        called.add("recorded " + recorded);
        return called;
    }

    static void theyAreCalledWhileThereIsSomethingThatTheySplit() {
        Check.equal(
                list("split", "bare", "stated", "payload",
                        "recorded [Payload split, Split split, Split bare, ThreadState WAITING, Split stated, Payload payload]"),
                called(off()));
        Check.equal(list("split", "payload", "recorded [Payload split, Payload payload]"), called(off(SPLIT)));
        Check.equal(list("split", "bare", "stated", "recorded [Split split, Split bare, ThreadState WAITING, Split stated]"), called(off(PAYLOAD)));
        Check.equal(list("recorded []"), called(off(PAYLOAD, SPLIT)));
        // The second one does nothing but to be recorded: its text is not made.
        Check.equal(list("split", "stated", "recorded [ThreadState WAITING]"),
                called("jdk.ExecutionSample#enabled", "true", PAYLOAD, "false", SPLIT, "false"));
        String[] allocations = off(PAYLOAD, SPLIT);
        for (int i = 0; i < allocations.length; i++) {
            if (allocations[i].equals("jdk.ObjectAllocationSample#enabled")) {
                allocations[i + 1] = "true";
            }
        }
        Check.equal(list("split", "stated", "recorded [ThreadState WAITING]"), called(allocations));
    }

    static void withoutARecordingNothingIsCalled() {
        Object never = new Object() {
            @Override
            public String toString() {
                throw new AssertionError("called");
            }
        };
        Subject.split(never, Subject::nothing);
        Subject.bare(never, Subject::nothing);
        Tape tape = Tape.start();
        Check.equal(Collections.emptyList(), tape.stop());
    }

    static void thePlaceOfTheLatestOneIsTakenUnlessItMakesNoPayloads() {
        Tape tape = Tape.start();
        Subject.payload("a", () -> Subject.bare("b", Subject::here));
        Subject.payload("c", () -> Subject.split("d", () -> Subject.bare("e", Subject::here)));
        List<RecordedEvent> events = tape.stop();
        Check.equal("payload", Shown.named(events, "Payload a").getString("method"));
        Check.equal("split", Shown.named(events, "Payload c").getString("method"));
        Check.equal("split", Shown.named(events, "Split d").getString("method"));
    }
}

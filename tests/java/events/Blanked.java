import java.util.List;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/** What is to be blanked is in no field of any event of the probe: each check looks at all of them, and at the last. */
final class Blanked {
    private static final String CARD = "1234567890123456";

    private static RecordedEvent last(Tape tape, String type) {
        List<RecordedEvent> events = tape.all();
        events.removeIf(event -> !event.getEventType().getName().startsWith("weave.blanked."));
        for (RecordedEvent event : events) {
            for (ValueDescriptor field : event.getFields()) {
                String value = String.valueOf((Object) event.getValue(field.getName()));
                Check.that(!value.contains("1234567") && !value.contains("secret"), field.getName() + " = " + value);
            }
        }
        events.removeIf(event -> !event.getEventType().getName().endsWith(type));
        return events.get(events.size() - 1);
    }

    private static void failing(Shop.Body body) {
        try {
            Shop.run(body);
            throw new AssertionError("nothing thrown");
        } catch (IllegalStateException expected) {
            // As it should be.
        }
    }

    static void exceptionsKeepTheirClassAlone() {
        Tape tape = Tape.start();
        failing(() -> Shop.pay(CARD, () -> {
            throw new IllegalStateException("card " + CARD + " refused", new RuntimeException(CARD));
        }));
        RecordedEvent event = last(tape, ".Payload");
        Check.equal("pay ***", event.getString("payload"));
        Check.equal("java.lang.IllegalStateException: card *** refused", event.getString("exception"));
    }

    static void soDoThoseThatRepeatTheirCause() {
        Tape tape = Tape.start();
        failing(() -> Shop.pay(CARD, () -> {
            throw new IllegalStateException(new RuntimeException("card " + CARD));
        }));
        Check.equal("java.lang.IllegalStateException: java.lang.RuntimeException: card ***", last(tape, ".Payload").getString("exception"));
    }

    static void theyAreBlankedBeforeTheyAreCut() {
        Tape tape = Tape.start();
        failing(() -> Shop.pay(CARD, () -> {
            throw new IllegalStateException("x".repeat(500) + CARD + "y".repeat(100_000));
        }));
        Check.equal(513, last(tape, ".Payload").getString("exception").length());
    }

    /** The patterns of all interceptions of the probe. */
    static void splitsToo() {
        Tape tape = Tape.start();
        failing(() -> Shop.paySplit("a secret and more", () -> {
            throw new IllegalStateException("secret " + CARD);
        }));
        RecordedEvent split = last(tape, ".Split");
        Check.equal("pay a *** \u2026", split.getString("name"));
        Check.equal("java.lang.IllegalStateException: *** ***", split.getString("exception"));
    }

    static void namesThatComeLaterAreBlankedAsTheInterceptionSays() {
        Tape tape = Tape.start();
        Shop.payLater(CARD);
        Check.equal("later ***", last(tape, ".Payload").getString("payload"));
    }

    static void namesOfControlObjectsToo() {
        Tape tape = Tape.start();
        Object wallet = Shop.wallet(CARD + " and more that is cut");
        Check.equal("of *** and m\u2026", last(tape, ".ControlObject").getString("name"));
        Check.that(wallet != null, "alive");
    }

    static void andThoseThatAreAskedFor() {
        Tape tape = Tape.start();
        Shop.use(new StringBuilder(CARD));
        Check.equal("x".repeat(505) + "***", last(tape, ".ControlObject").getString("name"));
    }
}

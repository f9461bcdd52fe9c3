import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import shop.Customer;
import shop.Order;

/** What paths in templates read, in a program that is woven with paths.toml. */
final class Paths {
    private static final Customer ANNE = new Customer("Anne", "Ulm");

    private static Order order(int parts) {
        return new Order("key", ANNE, parts);
    }

    private static void payloads(Runnable body, String... expected) {
        Tape tape = Tape.start();
        body.run();
        Check.equal(Arrays.asList(expected), tape.payloads());
    }

    static void publicFieldsAndGettersOfArguments() {
        Order order = order(0);
        payloads(() -> order.place(ANNE, new byte[7]), "Anne Ulm true record of Anne 4 7");
        payloads(() -> order.named(ANNE), "Anne");
    }

    static void whatIsNullOnTheWayIsShownAsNull() {
        Order order = order(0);
        payloads(() -> order.place(null, null), "null null null null null null");
        payloads(order::parts, "null null null");
    }

    static void privateFieldsOfTheWovenClass() {
        Order order = order(0);
        payloads(order::own, "key 0 1099511627776 eu note ULM");
    }

    static void membersThatOnlyThePackageSees() {
        Order order = order(2);
        payloads(order::parts, "p1 p0 p1");
    }

    static void aPathThatFailsIsAQuestionMarkAndLosesNoEvent() {
        Order order = order(0);
        payloads(() -> order.failing(ANNE), "? ? Anne");
    }

    static void aGetterThatIsWovenRecordsNothing() {
        Order order = order(0);
        payloads(() -> order.recursive(ANNE), "seen by Anne");
        payloads(ANNE::woven, "woven Anne");
    }

    static void atTheEndTheFieldsAreAsTheMethodHasLeftThem() {
        Order order = order(0);
        payloads(order::counted, "10");
        payloads(order::counted, "20");
    }

    static void exceptionsHaveGettersToo() {
        Order order = order(0);
        payloads(() -> {
            try {
                order.refuse("sold out");
                Check.that(false, "thrown");
            } catch (IllegalArgumentException e) {
                Check.equal("sold out", e.getMessage());
            }
        }, "sold out 1");
    }

    static void anAdditionalInterceptionNamesThePayloadByItsResult() {
        Order order = order(0);
        payloads(order::deferred, "for Anne");
    }

    static void controlObjectsAreReachedByPaths() {
        Tape tape = Tape.start();
        Customer carl = new Customer("Carl", "Ulm");
        Order one = new Order("key", carl, 0);
        Order two = new Order("key", carl, 0);
        one.open();
        one.place(ANNE, null);
        two.place(ANNE, null);
        two.close(one);
        List<RecordedEvent> events = tape.stop();
        List<RecordedEvent> payloads = new java.util.ArrayList<>(events);
        payloads.removeIf(event -> !event.hasField("payload"));
        events.removeAll(payloads);
        Check.equal(2, payloads.size());
        Check.that(payloads.get(0).getLong("controlObject") > 0, payloads);
        Check.equal(payloads.get(0).getLong("controlObject"), payloads.get(1).getLong("controlObject"));
        Check.equal(2, events.size());
        Check.equal("OPEN Carl of Ulm", events.get(0).getString("action") + " " + events.get(0).getString("name"));
        Check.equal("CLOSE Carl of Ulm", events.get(1).getString("action") + " " + events.get(1).getString("name"));
    }

    static void anObjectThatWasNeverOpenedIsAskedForItsNameOnce() {
        Customer bert = new Customer("Bert", "Bonn");
        Order order = new Order("key", bert, 0);
        Tape tape = Tape.start();
        order.place(null, null);
        order.place(null, null);
        List<RecordedEvent> events = tape.stop();
        events.removeIf(event -> event.hasField("payload"));
        Check.equal(1, events.size());
        Check.equal("NAME Bert, asked 1", events.get(0).getString("action") + " " + events.get(0).getString("name"));
    }

    static void oneOfAPayloadThatIsNamedLaterIsAskedForItsNameToo() {
        Customer cora = new Customer("Cora", "Bonn");
        Tape tape = Tape.start();
        new Order("key", cora, 0).later();
        List<RecordedEvent> events = tape.stop();
        Check.equal(2, events.size());
        Check.equal("NAME Cora, asked 1", events.get(0).getString("action") + " " + events.get(0).getString("name"));
        Check.equal("later", events.get(1).getString("payload"));
        Check.equal(events.get(0).getLong("controlObject"), events.get(1).getLong("controlObject"));
    }

    static void anObjectThatCannotBeNamedHarmsNothing() {
        Order order = new Order("key", new Customer("", "Bonn"), 0);
        Tape tape = Tape.start();
        order.later();
        RecordedEvent event = tape.only();
        Check.equal("later", event.getString("payload"));
        Check.that(event.getLong("controlObject") > 0, event);
    }

    static void staticMethodsAndArrays() {
        payloads(() -> Order.first(new Customer[] {ANNE, null}), "2 Anne");
    }

    static void callsOfMethodsOfTheJdk() {
        Order order = order(0);
        payloads(() -> order.called(new java.io.File("a/b.txt")), "b.txt in a");
    }

    static void aConstructorHasNoFieldsBeforeItsObjectIsThere() {
        Tape tape = Tape.start("weave.made.Payload#enabled", "true");
        new Order("first", ANNE, 0);
        List<String> payloads = tape.payloads();
        Check.equal(Arrays.asList("null 0", "null first"), payloads);
    }

    static void withoutARecordingNothingIsRead() {
        Order order = order(0);
        order.failing(ANNE);
        order.recursive(ANNE);
        payloads(() -> {}, new String[0]);
    }
}

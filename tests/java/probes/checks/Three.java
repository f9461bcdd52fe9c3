import app.Body;
import app.Same;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** One probe in three ways records the same in all of them. */
final class Three {
    private static final String[] KEYS = {"Toml", "Ours", "Vendor"};
    /** What {@link #everything} records. Closed and never opened, a control object has no name; what was not known is not closed. */
    private static final String[] EVENTS = {
        "ControlObject first java.lang.Object OPEN - - controlObject0",
        "Payload SELECT 1 a query 0 query null id1 - controlObject0 app.Same",
        "Payload SELECT 2 a query 0 query null id2 - controlObject3 app.Same",
        "Payload renamed a query 0 query null id4 - controlObject3 app.Same",
        "Payload ended e! null 0 ended null id5 - - app.Same",
        "Payload ended null null 0 ended java.io.IOException: no such table id6 - - app.Same",
        "Payload inner null 0 ended null id7 - - app.Same",
        "Payload deferred d? another 0 deferred null id8 - controlObject0 app.Same",
        "Payload deferred null another 0 deferred java.io.IOException: no such table id9 - controlObject3 app.Same",
        "Payload deferred o? another 0 deferred null id10 - controlObject0 app.Same",
        "Payload innermost null 0 nested null id11 - - app.Same",
        "Payload a null 0 failing null id12 - - app.Same",
        "Payload b null 0 failing java.io.IOException: no such table id13 - - app.Same",
        "Payload c null 0 failing null id14 - - app.Same",
        "Split leaf 2 tree null id15 outer16 - app.Same",
        "Split left 1 tree null id16 outer17 - app.Same",
        "Split right 1 tree null id18 outer17 - app.Same",
        "Payload root null 0 tree null id17 - - app.Same",
        "Split root 0 tree null id17 - - app.Same",
        "Split falls 0 tree java.io.IOException: no such table id19 - - app.Same",
        "Split split 0 tree null id20 - - app.Same",
        "Payload around null 0 nested null id21 - - app.Same",
        "ControlObject first java.lang.Object CLOSE - - controlObject0",
        "ControlObject null java.lang.Object CLOSE - - controlObject3",
    };

    private static void fails(Body body) {
        try {
            body.run();
            throw new AssertionError("did not throw");
        } catch (Exception e) {
            Check.equal("no such table", e.getMessage());
        }
    }

    private static void fail() throws Exception {
        throw new java.io.IOException("no such table");
    }

    private static void everything() throws Exception {
        Object first = new Object();
        Object second = new Object();
        Same.opened(first, "first");
        Same.query(first, "SELECT 1", () -> {});
        Same.query(second, "SELECT 2", () -> Same.query(first, "inside", () -> {}));
        Same.query(second, "SELECT 3", () -> Same.nested("renamed", () -> {}));
        fails(() -> Same.query(second, "SELECT 4", Three::fail));
        Check.equal("e!", Same.ended("e", () -> {}));
        fails(() -> Same.ended("f", Three::fail));
        Same.ended("g", () -> Same.nested("inner", () -> {}));
        Check.equal("d?", Same.deferred(first, "d", () -> {}));
        fails(() -> Same.deferred(second, "d", Three::fail));
        Same.deferred(first, "o", () -> Same.nested("meanwhile", () -> {}));
        Same.nested("outer", () -> Same.nested("middle", () -> Same.nested("innermost", () -> {})));
        fails(() -> Same.nested("outer", () -> Same.nested("inner", Three::fail)));
        Same.failing("a", () -> {});
        fails(() -> Same.failing("b", Three::fail));
        Same.failing("c", () -> Same.failing("not seen", () -> {}));
        Same.tree("root", () -> {
            Same.tree("left", () -> Same.tree("leaf", () -> {}));
            Same.tree("right", () -> {});
        });
        fails(() -> Same.tree("falls", Three::fail));
        Same.nested("around", () -> Same.tree("split", () -> {}));
        Same.closed(first);
        Same.closed(first);
        Same.closed(second);
        Same.closed(new Object());
    }

    private static void states() throws Exception {
        Same.waits(() -> Same.waits(() -> {}));
        fails(() -> Same.waits(Three::fail));
    }

    /** What is in an event, without times and without numbers that others have as well. */
    private static List<String> shown(List<RecordedEvent> events, String key) {
        List<String> all = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        for (RecordedEvent event : events) {
            String type = event.getEventType().getName();
            if (!type.startsWith("weave." + key + ".")) {
                continue;
            }
            StringBuilder text = new StringBuilder(type.substring(key.length() + 7));
            for (String field : new String[] {"payload", "name", "type", "action", "depth", "method", "exception"}) {
                if (event.hasField(field)) {
                    Object value = event.getValue(field);
                    text.append(' ').append(value instanceof jdk.jfr.consumer.RecordedClass ? Tape.className(event, field) : value);
                }
            }
            for (String field : new String[] {"id", "outer", "controlObject"}) {
                if (event.hasField(field) && event.getLong(field) != 0) {
                    long id = event.getLong(field) * 10 + (field.equals("controlObject") ? 1 : 0);
                    if (!ids.contains(id)) {
                        ids.add(id);
                    }
                    text.append(' ').append(field).append(ids.indexOf(id));
                } else {
                    text.append(" -");
                }
            }
            if (event.hasField("declaringClass")) {
                text.append(' ').append(Tape.className(event, "declaringClass"));
            }
            all.add(text.toString());
        }
        return all;
    }

    static void theEventsAreTheSame() throws Exception {
        Tape tape = Tape.start();
        everything();
        List<RecordedEvent> events = tape.stop();
        for (String key : KEYS) {
            Check.equal(String.join("\n", EVENTS), String.join("\n", shown(events, key)));
        }
    }

    static void theTypesSayTheSame() throws Exception {
        Tape tape = Tape.start();
        everything();
        for (RecordedEvent event : tape.stop()) {
            String type = event.getEventType().getName();
            if (type.endsWith(".Payload")) {
                Check.equal("The same", event.getEventType().getLabel());
                Check.equal("In three ways", event.getEventType().getDescription());
                Check.equal(java.util.Arrays.asList("weave", "The same"), event.getEventType().getCategoryNames());
            }
        }
    }

    static void typesWithoutColoursHaveNoEventsOfTheirOwn() throws Exception {
        Tape tape = Tape.start();
        everything();
        for (RecordedEvent event : tape.all()) {
            for (String key : KEYS) {
                Check.that(!event.getEventType().getName().equals("weave." + key + ".Type"), event);
            }
        }
    }

    static void withoutARecordingNothingIsDifferent() throws Exception {
        everything();
        states();
    }

    static void threadStatesAreOutermostOnly() throws Exception {
        Tape tape = Tape.start();
        states();
        List<String> all = new ArrayList<>();
        for (RecordedEvent event : tape.stop()) {
            if (event.hasField("state")) {
                all.add(event.getString("state"));
            }
        }
        // The three probes weave one method: the outermost of them is recorded.
        Check.equal(java.util.Arrays.asList("NETIO", "NETIO"), all);
    }
}

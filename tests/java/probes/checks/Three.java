import app.Body;
import app.Same;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** One probe in three ways records the same in all of them. */
final class Three {
    private static final String[] KEYS = {"Toml", "Ours", "Vendor"};

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
        List<String> expected = shown(events, KEYS[0]);
        Check.that(expected.size() == 24, expected);
        Check.that(expected.toString().contains("a query") && expected.toString().contains("another"), expected);
        for (String key : KEYS) {
            List<String> actual = shown(events, key);
            for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
                Check.equal(expected.get(i), actual.get(i));
            }
            Check.equal(expected, actual);
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
        Check.equal(java.util.Arrays.asList("NET_IO", "NET_IO"), all);
    }
}

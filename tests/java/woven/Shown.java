import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Events as text. */
final class Shown {
    private Shown() {}

    /** What one event is: the last part of its type's name, and its name. */
    static String of(RecordedEvent event) {
        String type = event.getEventType().getName();
        String kind = type.substring(type.lastIndexOf('.') + 1);
        switch (kind) {
            case "ThreadState":
                return kind + " " + event.getString("state");
            case "ControlObject":
                return event.getString("action") + " " + event.getString("name");
            case "Payload":
                return kind + " " + event.getString("payload");
            default:
                return kind + " " + event.getString("name");
        }
    }

    static List<String> all(List<RecordedEvent> events) {
        List<String> all = new ArrayList<>();
        events.forEach(event -> all.add(of(event)));
        return all;
    }

    static RecordedEvent named(List<RecordedEvent> events, String shown) {
        return events.stream().filter(event -> of(event).equals(shown)).findFirst().orElseThrow(() -> new AssertionError(all(events)));
    }

    static void run(Subject.Body body) {
        try {
            body.run();
        } catch (Exception unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    static void thrown(Subject.Body body) {
        try {
            body.run();
        } catch (IllegalArgumentException expected) {
            return;
        } catch (Exception other) {
            throw new AssertionError(other);
        }
        throw new AssertionError("nothing thrown");
    }
}

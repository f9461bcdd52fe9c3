package weave.runtime.jfr;

import java.util.ArrayList;
import java.util.Map;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import weave.runtime.Limiter;

/**
 * The limits of a probe's payloads and splits where the recorder has no setting {@code throttle}, before JDK 25. There it keeps a setting
 * that it does not know as it is, and nothing tells of it: it is read whenever a recording starts or stops.
 */
final class Throttle {
    private static final String SETTING = "#throttle";
    private static final boolean IS_MISSING = isMissing();

    final Limiter payloads;
    final Limiter splits;

    private Throttle(String declared) {
        this.payloads = new Limiter(declared);
        this.splits = new Limiter(declared);
    }

    /** Null where nothing is declared, or the recorder sees to it. */
    static Throttle of(String declared) {
        return declared != null && IS_MISSING ? new Throttle(declared) : null;
    }

    private static boolean isMissing() {
        try {
            Class.forName("jdk.jfr.Throttle");
            return false;
        } catch (ClassNotFoundException e) {
            return true;
        }
    }

    /** Reads what the recordings that run say. Either type may be null. */
    void read(EventType payload, EventType split) {
        payloads.set(wanted(payload));
        splits.set(wanted(split));
    }

    private static Iterable<String> wanted(EventType type) {
        ArrayList<String> found = new ArrayList<String>();
        if (type == null || !FlightRecorder.isInitialized()) {
            return found;
        }
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (recording.getState() == RecordingState.RUNNING) {
                Map<String, String> settings = recording.getSettings();
                for (String name : new String[] {type.getName(), String.valueOf(type.getId())}) {
                    String value = settings.get(name + SETTING);
                    if (value != null) {
                        found.add(value);
                    }
                }
            }
        }
        return found;
    }
}

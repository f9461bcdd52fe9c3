package weave.runtime.jfr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;

/**
 * Whether the recorder takes samples of the processor's time or of allocations. Asking reads a plain field for each of them.
 *
 * <p>Looked up by a constructor and not by an initializer: merely loading a class must not start the recorder.
 */
final class Sampling {
    private static final String[] NAMES = {
        "jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.CPUTimeSample",
        "jdk.ObjectAllocationSample", "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB",
    };

    /** No JDK has all of them. */
    private final EventType[] types = types();

    private static EventType[] types() {
        HashSet<String> wanted = new HashSet<String>(Arrays.asList(NAMES));
        ArrayList<EventType> found = new ArrayList<EventType>();
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (wanted.contains(type.getName())) {
                found.add(type);
            }
        }
        return found.toArray(new EventType[0]);
    }

    boolean isOn() {
        for (EventType type : types) {
            if (type.isEnabled()) {
                return true;
            }
        }
        return false;
    }
}

import app.Calls;
import app.Things;
import java.util.Arrays;
import java.util.Collections;
import probes.Enhanced;
import probes.Injected;

/** What is woven runs on a JVM without Flight Recorder: no name of JFR here. */
final class Bare {
    static void plainOnesAloneRunWithoutFlightRecorder() {
        try {
            Class.forName("jdk.jfr.Event");
            throw new AssertionError("there is a Flight Recorder");
        } catch (ClassNotFoundException expected) {
            // As it should be.
        }
        Things.twice("a", () -> Things.twice("b", () -> {}));
        Check.equal(Arrays.asList("twice a null", "twice b null"), Injected.LOG);
        Calls.payload("payload", null, () -> Calls.split("split", () -> {}));
        Check.equal(Collections.emptyList(), Enhanced.LOG);
        Calls.plain("");
        Check.equal(Arrays.asList("outer none"), Enhanced.LOG);
    }
}

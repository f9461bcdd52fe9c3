package wrong;

import weave.probe.*;
import weave.probe.interception.*;
import weave.probe.parameter.*;
import weave.probe.telemetry.*;

@Probe(name = "Numbers", controlObjects = true)
public class Numbers {
    @Telemetry("a")
    static int notPublic() {
        return 0;
    }

    @Telemetry("b")
    public int notStatic() {
        return 0;
    }

    @Telemetry("c")
    public static int parameters(int i) {
        return 0;
    }

    @Telemetry("d")
    public static String noNumber() {
        return null;
    }

    @Telemetry("e")
    public static boolean noNumberEither() {
        return false;
    }

    @Telemetry(value = "f", line = "line")
    public static int line() {
        return 0;
    }

    @Telemetry(value = "f", line = "line")
    public static int sameLine() {
        return 0;
    }

    @Telemetry(value = "g", format = @TelemetryFormat(scale = 99))
    public static int scale() {
        return 0;
    }

    @ControlObjectName
    public static String wrongName(String object) {
        return null;
    }

    @ControlObjectName
    public static String name(Object object) {
        return null;
    }

    @ControlObjectName
    public static String secondName(Object object) {
        return null;
    }
}

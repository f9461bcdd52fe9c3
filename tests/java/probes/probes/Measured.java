package probes;

import java.math.BigDecimal;
import java.util.concurrent.CountDownLatch;
import weave.probe.Payload;
import weave.probe.Probe;
import weave.probe.ProbeContext;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.interception.PayloadInterception;
import weave.probe.parameter.Parameter;
import weave.probe.telemetry.Telemetry;
import weave.probe.telemetry.TelemetryFormat;
import weave.probe.telemetry.TelemetryUnit;

/** Numbers of all kinds; payloads are only counted. */
@Probe(name = "Measured", events = false, controlObjects = true)
public class Measured {
    public static volatile Thread asked;

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Counted", methodName = "payload", parameterTypes = {"java.lang.Object", "app.Body"}, returnType = "void"))
    public static Payload payload(@Parameter(0) Object object, ProbeContext context) {
        return context.createPayload("counted", object, null);
    }

    public static final CountDownLatch GO = new CountDownLatch(1);

    /** Its thread waits until a check lets it go. */
    @Telemetry("Blocking")
    public static int blocking() throws InterruptedException {
        GO.await();
        return 1;
    }

    @Telemetry("Connection count")
    public static int connections() {
        asked = Thread.currentThread();
        return 7;
    }

    @Telemetry(value = "Queries", line = "Successful queries", format = @TelemetryFormat(stacked = true))
    public static Integer successful() {
        return 3;
    }

    @Telemetry(value = "Queries", line = "Failed queries")
    public static byte failed() {
        return -1;
    }

    @Telemetry(value = "Queries", line = "None")
    public static Long none() {
        return null;
    }

    @Telemetry(value = "Numbers", line = "share", format = @TelemetryFormat(value = TelemetryUnit.PERCENT, scale = 2))
    public static double share() {
        return 2550;
    }

    @Telemetry(value = "Numbers", line = "memory", format = @TelemetryFormat(value = TelemetryUnit.BYTES, scale = -3))
    public static BigDecimal memory() {
        return new BigDecimal("9007199254740993");
    }

    @Telemetry(value = "Numbers", line = "wait", format = @TelemetryFormat(TelemetryUnit.MILLISECONDS))
    public static float waiting() {
        return 2.5f;
    }

    @Telemetry(value = "Numbers", line = "step", format = @TelemetryFormat(TelemetryUnit.MICROSECONDS))
    public static long step() {
        return 2;
    }

    @Telemetry(value = "Numbers", line = "rate", format = @TelemetryFormat(TelemetryUnit.PER_SECOND))
    public static Double rate() {
        return 1.5;
    }

    @Telemetry(value = "Numbers", line = "small")
    public static short small() {
        return -3;
    }

    @Telemetry(value = "Numbers", line = "failing")
    public static int failing() {
        throw new IllegalStateException("no number");
    }
}

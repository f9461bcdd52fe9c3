package probes;

import weave.probe.Probe;
import weave.probe.interception.Interception;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.telemetry.Telemetry;

/** Any text names a telemetry. */
@Probe(name = "Named", defaultTelemetries = false)
public class Named {
    public static final String LONG = "a name of thirty characters, " + "and so on and so on and so on" + "and so on and so on and so on" + "and so on and so on and so on" + "and so on and so on and so on" + "and so on and so on and so on" + "and so on and so on and so on" + "and so on and so on and so on" + "and so on and so on and so on" + "and so on and so on and so on";

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Counted", methodName = "payload", parameterTypes = {"java.lang.Object", "app.Body"}, returnType = "void"))
    public static void called() {}

    @Telemetry("Pool size")
    public static int t0() {
        return 0;
    }

    @Telemetry("Pool-size")
    public static int t1() {
        return 1;
    }

    @Telemetry("PoolSize")
    public static int t2() {
        return 2;
    }

    @Telemetry("日本")
    public static int t3() {
        return 3;
    }

    @Telemetry("Default")
    public static int t4() {
        return 4;
    }

    @Telemetry("Größe (%)")
    public static int t5() {
        return 5;
    }

    @Telemetry("Grosse")
    public static int t6() {
        return 6;
    }

    @Telemetry("")
    public static int t7() {
        return 7;
    }

    @Telemetry(" ")
    public static int t8() {
        return 8;
    }

    @Telemetry("\u0001\u001b[0m")
    public static int t9() {
        return 9;
    }

    @Telemetry("🙂")
    public static int t10() {
        return 10;
    }

    @Telemetry(LONG)
    public static int t11() {
        return 11;
    }

    @Telemetry(value = "Lines", line = "成功")
    public static int success() {
        return 101;
    }

    @Telemetry(value = "Lines", line = "失敗")
    public static int failure() {
        return 102;
    }
}

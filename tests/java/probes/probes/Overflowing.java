package probes;

import weave.probe.Payload;
import weave.probe.Probe;
import weave.probe.ProbeContext;
import weave.probe.ThreadState;
import weave.probe.interception.AdditionalInterception;
import weave.probe.interception.Interception;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.interception.PayloadInterception;
import weave.probe.interception.SplitInterception;
import weave.probe.parameter.Parameter;
import weave.probe.parameter.ReturnValue;

/** Its method uses up the stack. */
@Probe(name = "Overflowing")
public class Overflowing {
    public static int calls;

    private static int down(int i) {
        return down(i + 1) + 1;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "overflowing", parameterTypes = "int", returnType = "int"))
    public static String name(@Parameter(0) int i) {
        calls++;
        return "" + down(i);
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "overflowingPlain", parameterTypes = "int", returnType = "int"))
    public static void plain(@Parameter(0) int i) {
        calls++;
        down(i);
    }

    @SplitInterception(method = @MethodSpec(className = "app.Risky", methodName = "overflowingSplit", parameterTypes = "int", returnType = "int"))
    public static String split(@Parameter(0) int i) {
        calls++;
        return "" + down(i);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void ended(@Parameter(0) int i) {
        calls++;
        down(i);
    }
}

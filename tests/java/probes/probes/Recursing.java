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

/** It calls the method that it is for. */
@Probe(name = "Recursing")
public class Recursing {
    public static int calls;

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "recursing", parameterTypes = "int", returnType = "int"), reentrant = true)
    public static String name(@Parameter(0) int i) {
        calls++;
        return "gives " + app.Risky.recursing(i + 1);
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "recursing", parameterTypes = "int", returnType = "int"))
    public static void plain(@Parameter(0) int i) {
        calls++;
        app.Risky.recursing(i);
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Risky", methodName = "shown", parameterTypes = "java.lang.Object", returnType = "java.lang.String"))
    public static String shown(@Parameter(0) Object object) {
        calls++;
        return String.valueOf(object);
    }

    @SplitInterception(method = @MethodSpec(className = "app.Risky", methodName = "recursingSplit", parameterTypes = "int", returnType = "int"))
    public static String split(@Parameter(0) int i) {
        calls++;
        return "gives " + app.Risky.recursingSplit(i + 1);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void ended(@Parameter(0) int i) {
        calls++;
        app.Risky.recursingSplit(i);
    }
}

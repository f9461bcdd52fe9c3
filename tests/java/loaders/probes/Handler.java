package probes;

import weave.probe.Probe;
import weave.probe.ProbeContext;
import weave.probe.ThreadState;
import weave.probe.interception.AdditionalInterception;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.interception.PayloadInterception;
import weave.probe.parameter.Parameter;

/** Keeps what it is given, and enters a state. */
@Probe(name = "Handler")
public class Handler {
    static ProbeContext kept;

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "plugin.Plugin", methodName = "handled", parameterTypes = "int", returnType = "int"))
    public static String name(ProbeContext context, @Parameter(0) int n) {
        kept = context;
        ThreadState.WAITING.enter();
        return "handled " + n;
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void ended() {
        ThreadState.exit();
    }
}

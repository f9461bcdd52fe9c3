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
import weave.probe.parameter.Parameter;
import weave.probe.parameter.ReturnValue;

/** Its plain method throws. */
@Probe(name = "ThrowingPlain")
public class ThrowingPlain {
    public static int calls;

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "throwingPlain", parameterTypes = "int", returnType = "int"))
    public static void called(@Parameter(0) int i) {
        calls++;
        throw new IllegalStateException("broken plain handler");
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void ended() {
        calls += 100;
    }
}

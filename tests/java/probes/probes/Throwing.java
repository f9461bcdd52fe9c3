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

/** Its payload method throws. */
@Probe(name = "Throwing")
public class Throwing {
    public static int calls;

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "throwing", parameterTypes = "int", returnType = "int"))
    public static String name(@Parameter(0) int i) {
        calls++;
        throw new IllegalStateException("broken handler");
    }
}

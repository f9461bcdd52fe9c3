package probes;

import weave.probe.Probe;
import weave.probe.interception.AdditionalInterception;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.interception.PayloadInterception;
import weave.probe.parameter.Parameter;

/** Its additional method throws. */
@Probe(name = "ThrowingAdditional")
public class ThrowingAdditional {
    public static int calls;

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "throwingAdditional", parameterTypes = "int", returnType = "int"))
    public static String name(@Parameter(0) int i) {
        return "named " + i;
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void ended() {
        calls++;
        throw new IllegalStateException("broken additional");
    }
}

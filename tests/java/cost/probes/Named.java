import weave.probe.Probe;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.interception.PayloadInterception;
import weave.probe.parameter.Parameter;

/** A payload with the same text as the others. */
@Probe(name = "Named", defaultTelemetries = false)
public class Named {
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "Calls", methodName = "named", parameterTypes = "int", returnType = "int"))
    public static String name(@Parameter(0) int n) {
        return "call " + n;
    }
}

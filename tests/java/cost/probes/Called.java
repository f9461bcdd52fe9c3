import weave.probe.Probe;
import weave.probe.interception.Interception;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.parameter.Parameter;

/** Plain interceptions: one that needs nothing, and one that needs the stack of its thread to see that it is not inside itself. */
@Probe(name = "Called", defaultTelemetries = false)
public class Called {
    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "Calls", methodName = "called", parameterTypes = "int", returnType = "int"))
    public static void called(@Parameter(0) int n) {
        Handler.called(n);
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "Calls", methodName = "calledOnce", parameterTypes = "int", returnType = "int"),
            reentrant = false)
    public static void calledOnce(@Parameter(0) int n) {
        Handler.called(n);
    }
}

package probes;

import weave.probe.Probe;
import weave.probe.interception.MethodSpec;
import weave.probe.interception.SplitInterception;
import weave.probe.parameter.Parameter;

/** Its split method throws. */
@Probe(name = "ThrowingSplit")
public class ThrowingSplit {
    public static int calls;

    @SplitInterception(method = @MethodSpec(className = "app.Risky", methodName = "throwingSplit", parameterTypes = "int", returnType = "int"))
    public static String name(@Parameter(0) int i) {
        calls++;
        throw new IllegalStateException("broken split");
    }
}

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

/** For methods that use up the stack themselves. */
@Probe(name = "Deep")
public class Deep {
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "deep", parameterTypes = "int", returnType = "int"), reentrant = true, exceptionPayloads = true)
    public static Payload name(@Parameter(0) Object i, ProbeContext context) {
        return context.createPayload("deep" + i, null, null);
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "deepPlain", parameterTypes = "int", returnType = "int"))
    public static void plain(@Parameter(0) Object i) {
        String.valueOf(i);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void ended(@Parameter(0) Object i) {
        String.valueOf(i);
    }
}

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

/** It throws when the method ends. */
@Probe(name = "ThrowingAtExit")
public class ThrowingAtExit {
    public static int calls;

    @PayloadInterception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "app.Risky", methodName = "throwingAtExit", parameterTypes = "int", returnType = "int"))
    public static String name(@ReturnValue int i) throws Exception {
        calls++;
        throw new java.io.IOException("broken at exit");
    }
}

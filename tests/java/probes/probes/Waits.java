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

/** It fails while the thread is in a state. */
@Probe(name = "Waits")
public class Waits {
    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Risky", methodName = "waits", parameterTypes = "app.Body", returnType = "void"))
    public static void waits() {
        ThreadState.WAITING.enter();
        ThreadState.BLOCKED.enter();
        ThreadState.exit();
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void waited() {
        ThreadState.exit();
        ThreadState.exit();
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Risky", methodName = "shown", parameterTypes = "java.lang.Object", returnType = "java.lang.String"))
    public static void fails(@Parameter(0) Object object) {
        if ("fail".equals(object)) {
            throw new IllegalStateException("in a state");
        }
    }
}

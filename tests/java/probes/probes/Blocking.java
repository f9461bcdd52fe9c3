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
import weave.probe.interception.SplitInterception;
import weave.probe.parameter.Parameter;
import weave.probe.parameter.ReturnValue;

/** It takes its time. */
@Probe(name = "Blocking")
public class Blocking {
    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "blocking", parameterTypes = "int", returnType = "int"))
    public static void called() throws InterruptedException {
        Thread.sleep(1000);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "blockingPayload", parameterTypes = "int", returnType = "int"))
    public static String payload(@Parameter(0) int i) throws InterruptedException {
        Thread.sleep(1000);
        return "payload " + i;
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void ended() throws InterruptedException {
        Thread.sleep(1000);
    }

    @SplitInterception(method = @MethodSpec(className = "app.Risky", methodName = "blockingSplit", parameterTypes = "int", returnType = "int"))
    public static String split(@Parameter(0) int i) throws InterruptedException {
        Thread.sleep(1000);
        return "split " + i;
    }
}

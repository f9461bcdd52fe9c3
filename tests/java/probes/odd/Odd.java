package odd;

import weave.probe.*;
import weave.probe.interception.*;
import weave.probe.parameter.*;
import weave.probe.telemetry.*;

/** Nothing is wrong here, but some of it is not what it looks like. */
@Probe(name = "Odd")
public class Odd {
    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void zero(@ReturnValue long result) {}

    @SplitInterception(method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"), payloads = false)
    public static Payload split(ProbeContext context) {
        return context.createPayload("name", null, null);
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void state() {
        ThreadState.WAITING.enter();
    }

    @ControlObjectName
    public static String name(Object object) {
        return null;
    }
}

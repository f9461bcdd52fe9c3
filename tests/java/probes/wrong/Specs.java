package wrong;

import weave.probe.*;
import weave.probe.interception.*;
import weave.probe.parameter.*;
import weave.probe.telemetry.*;

@Probe(name = "Specs")
public class Specs {
    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app/Things", methodName = "m()", parameterTypes = {"String", "java.util.List<T>", "I"}, returnType = "V"))
    public static void words() {}

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.*", methodName = "*", parameterTypes = "*", returnType = "*"))
    public static void patterns() {}

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "<init>", parameterTypes = {}, returnType = "app.Things"))
    public static void constructor() {}
}

package wrong;

import weave.probe.*;
import weave.probe.interception.*;
import weave.probe.parameter.*;
import weave.probe.telemetry.*;

@Probe(name = "Parameters")
public class Parameters {
    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void types(
            @ThisValue String self,
            @Parameter(0) long widened,
            @Parameter(0) Integer boxed,
            @Parameter(1) CharSequence wider,
            @ReturnValue int narrowed,
            @ExceptionValue Exception exception,
            @DeclaringClass Object declaring) {}

    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void places(@Parameter(2) Object third, @Parameter(-1) Object first, Object bare, @ThisValue @Parameter(0) Object both) {}

    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "", methodName = "m", parameterTypes = {}, returnType = "void"))
    public static void anyClass(@ThisValue app.Things self, @Parameter(0) Object none, @ReturnValue String nothing) {}

    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = "int", returnType = "void"))
    public static void onlyOne(@Parameter(1) Object none) {}
}

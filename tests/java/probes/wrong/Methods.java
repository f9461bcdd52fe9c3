package wrong;

import weave.probe.*;
import weave.probe.interception.*;
import weave.probe.parameter.*;
import weave.probe.telemetry.*;

@Probe(name = "Methods")
public class Methods {
    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    static void notPublic() {}

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public void notStatic() {}

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static String answers() {
        return null;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Object noName() {
        return null;
    }

    @PayloadInterception(invokeOn = InvocationType.RETURN, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Payload tooLate(ProbeContext context) {
        return null;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Payload withoutContext() {
        return null;
    }

    @SplitInterception(method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void noSplit() {}

    @SplitInterception(method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Payload deferredSplit(ProbeContext context) {
        return context.createPayloadWithDeferredName(null, null);
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static String both() {
        return null;
    }
}

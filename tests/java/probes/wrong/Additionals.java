package wrong;

import weave.probe.*;
import weave.probe.interception.*;
import weave.probe.parameter.*;
import weave.probe.telemetry.*;

@Probe(name = "Additionals")
public class Additionals {
    @AdditionalInterception(InvocationType.EXIT)
    public static void withoutOneAbove() {}

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void plain() {}

    @AdditionalInterception(InvocationType.EXIT)
    public static String namesNothing() {
        return null;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static String named() {
        return null;
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static String isNamedAlready() {
        return null;
    }

    @SplitInterception(method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Payload split(ProbeContext context) {
        return null;
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static String splitIsNamedAlready() {
        return null;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Payload payload(ProbeContext context) {
        return null;
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static int noName() {
        return 0;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Payload neverNamed(ProbeContext context) {
        return context.createPayloadWithDeferredName(null, null);
    }

    @AdditionalInterception(InvocationType.RETURN)
    public static String onlyOnReturn() {
        return null;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "<init>", parameterTypes = {}, returnType = "void"))
    public static Payload neverNamedConstructor(ProbeContext context) {
        return context.createPayloadWithDeferredName(null, null);
    }
}

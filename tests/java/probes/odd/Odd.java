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
    public static String name(@ThisValue Object object) {
        return null;
    }

    @PayloadInterception(invokeOn = InvocationType.RETURN, exceptionPayloads = true, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static String onReturn() {
        return "m";
    }

    @PayloadInterception(invokeOn = InvocationType.EXIT, exceptionPayloads = false, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static String onExit() {
        return "m";
    }

    @SplitInterception(payloads = false, exceptionPayloads = true, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static String splitOnly() {
        return "m";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Payload objects(@Parameter(1) Object text, ProbeContext context) {
        return context.createPayload("m", text, null);
    }

    @AdditionalInterception(InvocationType.EXCEPTION)
    public static String nameOfNothing(@ExceptionValue Throwable exception) {
        return "failed";
    }

    /** Here nothing is said: whether there is an object is not known. */
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Payload perhaps(@Parameter(1) Object text, ProbeContext context) {
        return context.createPayload("m", text == null ? text : null, null);
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "<init>", parameterTypes = {}, returnType = "void"))
    public static void constructor(@ThisValue Object nothing, ProbeContext context) {
        context.createPayload("m", null, null);
        open(context, "object");
    }

    private static void open(ProbeContext context, Object object) {
        context.openControlObject(object, "name");
    }

    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "app.Things", methodName = "nothing", parameterTypes = {}, returnType = "void"))
    public static void nothing(@ReturnValue Object nothing, ProbeContext context) {
        context.closeControlObject("object");
    }

    public static void forgotten(@Parameter(0) Object argument) {}
}

package probes;

import java.util.ArrayList;
import java.util.List;
import weave.probe.Payload;
import weave.probe.Probe;
import weave.probe.ProbeContext;
import weave.probe.interception.AdditionalInterception;
import weave.probe.interception.Interception;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.interception.PayloadInterception;
import weave.probe.interception.SplitInterception;
import weave.probe.parameter.ExceptionValue;
import weave.probe.parameter.Parameter;

/** Without control objects and default telemetries. */
@Probe(name = "Otherwise", defaultTelemetries = false)
public class Otherwise {
    public static final List<String> LOG = new ArrayList<>();

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Further$Base", methodName = "over", parameterTypes = "java.lang.String", returnType = "void"))
    public static void over(@Parameter(0) String name, ProbeContext context) {
        LOG.add("over " + name);
        context.openControlObject(LOG, name);
        context.closeControlObject(LOG);
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Further", methodName = "untied", parameterTypes = "java.lang.Object", returnType = "void"))
    public static Payload untied(@Parameter(0) Object object, ProbeContext context) {
        return context.createPayload("untied", object, null);
    }

    @PayloadInterception(
            invokeOn = InvocationType.RETURN,
            method = @MethodSpec(className = "app.Further", methodName = "returned", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"),
            exceptionPayloads = true)
    public static String returned(@Parameter(0) String name) {
        LOG.add("returned " + name);
        return "returned " + name;
    }

    @PayloadInterception(
            invokeOn = InvocationType.EXCEPTION,
            method = @MethodSpec(className = "app.Further", methodName = "thrown", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static String thrown(@Parameter(0) String name, @ExceptionValue Throwable exception) {
        return "thrown " + name + " " + exception.getMessage();
    }

    @SplitInterception(method = @MethodSpec(className = "app.Further", methodName = "split", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static String split(@Parameter(0) String name) {
        return "split " + name;
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void splitEnded(@Parameter(0) String name) {
        LOG.add("split ended " + name);
    }

    @SplitInterception(
            method = @MethodSpec(className = "app.Further", methodName = "splitAndThrown", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"),
            exceptionPayloads = true)
    public static String splitAndThrown(@Parameter(0) String name) {
        return "split " + name;
    }

    @SplitInterception(
            method = @MethodSpec(className = "app.Further", methodName = "bareSplit", parameterTypes = {"java.lang.Object", "app.Body"}, returnType = "void"),
            payloads = false)
    public static Payload bareSplit(@Parameter(0) Object object, ProbeContext context) {
        return context.createPayload("bare " + object, object, null);
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Further", methodName = "several", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static String first(@Parameter(0) String name) {
        LOG.add("first " + name);
        return "first " + name;
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Further", methodName = "several", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static String second(@Parameter(0) String name) {
        LOG.add("second " + name);
        return "second " + name;
    }

    @Interception(
            invokeOn = InvocationType.EXIT,
            method = @MethodSpec(className = "app.Further", methodName = "several", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static void third(@Parameter(0) String name) {
        LOG.add("third " + name);
    }
}

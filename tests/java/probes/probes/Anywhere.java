package probes;

import app.Wide;
import java.util.ArrayList;
import java.util.List;
import weave.probe.ControlObjectName;
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
import weave.probe.parameter.DeclaringClass;
import weave.probe.parameter.ExceptionValue;
import weave.probe.parameter.Parameter;
import weave.probe.parameter.ReturnValue;
import weave.probe.parameter.ThisValue;

/** Methods of all kinds with all that they may take, and what only a few probes do. */
@Probe(name = "Anywhere", controlObjects = true, customTypes = Anywhere.Kinds.class)
public class Anywhere {
    public enum Kinds {
        ONE,
        TWO
    }

    public static final List<String> LOG = new ArrayList<>();

    private static String outer(ProbeContext context) {
        Payload outer = context.getOuterPayload();
        return outer == null ? "none" : outer.getName();
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Wide", methodName = "payload", parameterTypes = {"java.lang.Object", "java.lang.String", "app.Body"}, returnType = "java.lang.String"))
    public static Payload payload(@ThisValue Object self, @Parameter(0) Object object, @Parameter(1) String name, @DeclaringClass Class<?> declaring, ProbeContext context) {
        context.openControlObject(object, "opened by payload");
        LOG.add("payload " + (self != null) + " " + name + " " + declaring.getSimpleName() + " " + context.isRecording());
        return context.createPayload(name, object, Kinds.ONE);
    }

    @AdditionalInterception(InvocationType.ENTER)
    public static void payloadEntered(ProbeContext context, @Parameter(0) Object object) {
        LOG.add("entered " + context.isRecording());
        context.closeControlObject(object);
    }

    @AdditionalInterception(InvocationType.RETURN)
    public static String payloadRenamed(@ReturnValue String result) {
        return "became " + result;
    }

    @AdditionalInterception(InvocationType.EXCEPTION)
    public static void payloadFailed(ProbeContext context, @Parameter(0) Object object) {
        context.openControlObject(object, "opened by additional");
    }

    @PayloadInterception(
            invokeOn = InvocationType.EXIT,
            method = @MethodSpec(className = "app.Wide", methodName = "exited", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "java.lang.String"))
    public static String exited(@ThisValue Wide self, @Parameter(0) String name, @ReturnValue String result, @ExceptionValue Throwable exception, @DeclaringClass Class<?> declaring) {
        String message = exception == null ? null : exception.getMessage();
        return name + " " + (self != null) + " " + result + " " + message + " " + declaring.getSimpleName();
    }

    @SplitInterception(
            method = @MethodSpec(className = "app.Wide", methodName = "split", parameterTypes = {"java.lang.Object", "java.lang.String", "app.Body"}, returnType = "void"))
    public static Payload split(@ThisValue Wide self, @Parameter(0) Object object, @Parameter(1) Object name, @DeclaringClass Class<?> declaring, ProbeContext context) {
        context.openControlObject(object, "opened by split");
        LOG.add("split " + (self != null) + " " + name + " " + declaring.getSimpleName() + " " + context.isRecording());
        return context.createPayload((String) name, object, Kinds.TWO);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void splitEnded(ProbeContext context, @Parameter(0) Object object, @ThisValue Wide self, @DeclaringClass Class<?> declaring) {
        context.closeControlObject(object);
    }

    @Interception(invokeOn = InvocationType.EXCEPTION, method = @MethodSpec(className = "app.Wide", methodName = "thrown", parameterTypes = "app.Body", returnType = "void"))
    public static void thrown(@ExceptionValue Throwable exception) {
        LOG.add("thrown " + exception.getMessage());
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Wide", methodName = "recursive", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"),
            reentrant = true)
    public static Payload recursive(@Parameter(0) String name, ProbeContext context) {
        LOG.add("outer " + outer(context));
        return name.equals("keep") ? context.getOuterPayload() : context.createPayload(name, null, name.equals("inner") ? Kinds.TWO : Kinds.ONE);
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Wide$Built", methodName = "<init>", parameterTypes = {"java.lang.String", "app.Body", "app.Body"}, returnType = "void"))
    public static String built(@Parameter(0) String name) {
        return name;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Wide", methodName = "later", parameterTypes = {"java.lang.Object", "app.Body"}, returnType = "void"))
    public static Payload later(@Parameter(0) Object object, ProbeContext context) {
        Payload made = context.createPayloadWithDeferredName(object, object == null ? null : Kinds.TWO);
        LOG.add("made " + made.getName() + " " + made.getEventType() + " " + made.getControlObject());
        return made;
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static String laterNamed() {
        return "later";
    }

    @ControlObjectName
    public static String name(Object object) {
        return "the " + object;
    }

    /** Of a method that another probe weaves too. */
    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Calls", methodName = "plain", parameterTypes = "java.lang.String", returnType = "void"))
    public static void elsewhere(ProbeContext context) {
        LOG.add("outer " + outer(context));
    }

    /** Not made by the context. */
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Wide", methodName = "own", parameterTypes = {}, returnType = "void"))
    public static Payload own(ProbeContext context) {
        return new Payload() {
            @Override
            public String getName() {
                return "own";
            }

            @Override
            public Enum<?> getEventType() {
                return null;
            }

            @Override
            public Object getControlObject() {
                return null;
            }
        };
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Wide", methodName = "state", parameterTypes = {"int", "app.Body"}, returnType = "void"))
    public static void state(@Parameter(0) int which) {
        ThreadState.values()[which].enter();
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void stateLeft() {
        ThreadState.exit();
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Wide", methodName = "leaves", parameterTypes = {}, returnType = "void"))
    public static void leaves() {
        ThreadState.exit();
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Wide", methodName = "over", parameterTypes = "int", returnType = "void"))
    public static void overInt(@Parameter(0) int number) {
        LOG.add("int " + number);
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Wide", methodName = "over", parameterTypes = "java.lang.Number", returnType = "void"))
    public static void overNumber(@Parameter(0) Number number) {
        LOG.add("number " + number);
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Wide", methodName = "over", parameterTypes = {"java.util.List[]", "app.Wide$Inner"}, returnType = "java.util.List"))
    public static void overLists(@Parameter(0) List<?>[] lists) {
        LOG.add("lists " + lists.length);
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Wide", methodName = "over", parameterTypes = {"java.util.List", "app.Wide$Inner"}, returnType = "java.util.List"))
    public static void overList(@Parameter(0) List<?> list) {
        LOG.add("list " + list.size());
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "", methodName = "anywhere", parameterTypes = {}, returnType = "void"))
    public static void anywhere(@DeclaringClass Class<?> declaring) {
        LOG.add("anywhere in " + declaring.getSimpleName());
    }
}

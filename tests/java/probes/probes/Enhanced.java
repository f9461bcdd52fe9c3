package probes;

import java.util.ArrayList;
import java.util.List;
import weave.probe.ControlObjectName;
import weave.probe.Payload;
import weave.probe.Probe;
import weave.probe.ProbeContext;
import weave.probe.TypeCustomizer;
import weave.probe.interception.AdditionalInterception;
import weave.probe.interception.Interception;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.interception.PayloadInterception;
import weave.probe.interception.SplitInterception;
import weave.probe.parameter.Parameter;
import weave.probe.parameter.ThisValue;

/** Payloads with more than a name. */
@Probe(name = "Enhanced", controlObjects = true, customTypes = Enhanced.Kinds.class)
public class Enhanced {
    public enum Kinds implements TypeCustomizer {
        PLAIN,
        WITH_BODY {
            @Override
            public String toString() {
                return "with a body";
            }

            @Override
            public int getColor() {
                return 0xFF00FF00;
            }
        };

        @Override
        public int getColor() {
            return 0xCCAA00;
        }
    }

    public enum Foreign {
        NOT_OURS
    }

    public static final List<String> LOG = new ArrayList<>();
    public static Object lastOuter;
    public static ProbeContext context;

    private static String shown(Payload payload) {
        return payload == null ? "none" : payload.getName() + "/" + payload.getEventType() + "/" + payload.getControlObject();
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Calls", methodName = "payload", parameterTypes = {"java.lang.String", "java.lang.Object", "app.Body"}, returnType = "void"))
    public static Payload payload(ProbeContext given, @Parameter(0) String name, @Parameter(1) Object object) {
        context = given;
        LOG.add("payload " + name);
        if (name.startsWith("foreign")) {
            return given.createPayload(name, object, Foreign.NOT_OURS);
        }
        return given.createPayload(name.startsWith("null") ? null : name, object, name.startsWith("body") ? Kinds.WITH_BODY : Kinds.PLAIN);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void payloadEnded(@Parameter(0) String name) {
        LOG.add("ended " + name);
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Calls", methodName = "inner", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static Payload inner(@Parameter(0) String what, ProbeContext given) {
        lastOuter = given.getOuterPayload();
        LOG.add("outer " + shown((Payload) lastOuter));
        switch (what) {
            case "keep":
                return given.getOuterPayload();
            case "unused":
                given.createPayload("never seen", LOG, Kinds.PLAIN);
                return null;
            case "restart":
                given.restartTiming();
                return given.getOuterPayload();
            case "relocate":
                given.restartTimingAndLocation();
                return given.getOuterPayload();
            default:
                return given.createPayload(what, null, null);
        }
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Calls", methodName = "deferred", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static Payload deferred(ProbeContext given) {
        return given.createPayloadWithDeferredName(null, Kinds.WITH_BODY);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static String deferredName(@Parameter(0) String name) {
        return name.equals("nothing") ? null : name;
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Calls$Made", methodName = "<init>", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static Payload making(ProbeContext given, @ThisValue Object self) {
        LOG.add("making " + self);
        return given.createPayloadWithDeferredName(null, Kinds.PLAIN);
    }

    @AdditionalInterception(InvocationType.RETURN)
    public static String made(@ThisValue Object self) {
        return "made " + self;
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Calls", methodName = "plain", parameterTypes = "java.lang.String", returnType = "void"))
    public static void plain(@Parameter(0) String what, ProbeContext given) {
        LOG.add("outer " + shown(given.getOuterPayload()));
        if (what.equals("restart")) {
            given.restartTiming();
        } else if (what.equals("relocate")) {
            given.restartTimingAndLocation();
        }
    }

    @SplitInterception(
            method = @MethodSpec(className = "app.Calls", methodName = "split", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static Payload split(@Parameter(0) String name, ProbeContext given) {
        LOG.add("split " + name);
        return given.createPayload(name, null, Kinds.PLAIN);
    }

    @SplitInterception(
            method = @MethodSpec(className = "app.Calls", methodName = "bareSplit", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"),
            payloads = false)
    public static String bareSplit(@Parameter(0) String name) {
        LOG.add("bare split " + name);
        return name.equals("null") ? null : name;
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Calls", methodName = "open", parameterTypes = {"java.lang.Object", "java.lang.String"}, returnType = "void"))
    public static void open(@Parameter(0) Object object, @Parameter(1) String name, ProbeContext given) {
        given.openControlObject(object, name);
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Calls", methodName = "close", parameterTypes = "java.lang.Object", returnType = "void"))
    public static void close(@Parameter(0) Object object, ProbeContext given) {
        given.closeControlObject(object);
    }

    @ControlObjectName
    public static String name(Object object) {
        LOG.add("named");
        if (object.toString().equals("nameless")) {
            throw new IllegalStateException("no name");
        }
        return "the " + object;
    }
}

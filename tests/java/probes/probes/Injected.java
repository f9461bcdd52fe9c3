package probes;

import app.Things;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weave.probe.Probe;
import weave.probe.ProbeContext;
import weave.probe.interception.AdditionalInterception;
import weave.probe.interception.Interception;
import weave.probe.interception.InvocationType;
import weave.probe.interception.MethodSpec;
import weave.probe.parameter.DeclaringClass;
import weave.probe.parameter.ExceptionValue;
import weave.probe.parameter.Parameter;
import weave.probe.parameter.ReturnValue;
import weave.probe.parameter.ThisValue;

/** Notes what its methods are given. */
@Probe(name = "Injected")
public class Injected {
    public static final List<String> LOG = new ArrayList<>();

    private static void log(Object... what) {
        StringBuilder line = new StringBuilder();
        for (Object one : what) {
            line.append(line.length() == 0 ? "" : " ");
            line.append(one instanceof int[] ? Arrays.toString((int[]) one) : one instanceof Class ? ((Class<?>) one).getSimpleName() : String.valueOf(one));
        }
        LOG.add(line.toString());
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(
                    className = "app.Things",
                    methodName = "sum",
                    parameterTypes = {"int", "long", "java.lang.String", "double", "int[]", "app.Things$Thing", "app.Body"},
                    returnType = "int"))
    public static void enter(
            @ThisValue Things self,
            @Parameter(5) Things.Thing thing,
            @Parameter(0) int i,
            @Parameter(1) long l,
            ProbeContext context,
            @Parameter(2) String s,
            @Parameter(3) Object d,
            @Parameter(4) int[] a,
            @DeclaringClass Class<?> declaring,
            @Parameter(0) Object boxed) {
        log("enter", self != null, thing, i, l, context.isRecording(), s, d, a, declaring, boxed.getClass());
    }

    @AdditionalInterception(InvocationType.RETURN)
    public static void returned(@ReturnValue int result, @Parameter(0) int i, @Parameter(2) Object s, @ThisValue Object self, @Parameter(5) Things.Thing thing) {
        log("return", result, i, s, self != null, thing);
    }

    public static void betweenThem() {
        throw new IllegalStateException("not an interception");
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void exited(@ReturnValue Object result, @ExceptionValue Throwable exception, @DeclaringClass Class<?> declaring, @Parameter(1) long l) {
        log("exit", result, exception == null ? null : exception.getMessage(), declaring, l);
    }

    @AdditionalInterception(InvocationType.EXCEPTION)
    public static void failed(@ExceptionValue Throwable exception, @ThisValue Things self) {
        log("exception", exception.getMessage(), self != null);
    }

    @Interception(
            invokeOn = InvocationType.RETURN,
            method = @MethodSpec(
                    className = "app.Things",
                    methodName = "all",
                    parameterTypes = {"boolean", "char", "byte", "short", "float"},
                    returnType = "java.lang.String"))
    public static void all(
            @Parameter(0) boolean z,
            @Parameter(1) char c,
            @Parameter(2) byte b,
            @Parameter(3) short s,
            @Parameter(4) float f,
            @Parameter(0) Object bz,
            @Parameter(1) Object bc,
            @Parameter(2) Object bb,
            @Parameter(3) Object bs,
            @Parameter(4) Object bf,
            @ThisValue Object self,
            @ReturnValue String result) {
        log(z, c, b, s, f, bz.getClass(), bc.getClass(), bb.getClass(), bs.getClass(), bf.getClass(), self, result);
    }

    @Interception(
            invokeOn = InvocationType.EXIT,
            method = @MethodSpec(className = "app.Things", methodName = "yes", parameterTypes = "app.Body", returnType = "boolean"))
    public static void yes(@ReturnValue boolean result, @ReturnValue Object boxed) {
        log("yes", result, boxed);
    }

    @Interception(
            invokeOn = InvocationType.EXIT,
            method = @MethodSpec(className = "app.Things", methodName = "many", parameterTypes = "app.Body", returnType = "long"))
    public static void many(@ReturnValue long result) {
        log("many", result);
    }

    @Interception(
            invokeOn = InvocationType.EXIT,
            method = @MethodSpec(className = "app.Things", methodName = "half", parameterTypes = "app.Body", returnType = "double"))
    public static void half(@ReturnValue double result) {
        log("half", result);
    }

    @Interception(
            invokeOn = InvocationType.EXIT,
            method = @MethodSpec(className = "app.Things", methodName = "nothing", parameterTypes = "app.Body", returnType = "void"))
    public static void nothing(@ReturnValue Object result, @ExceptionValue Throwable exception) {
        log("nothing", result, exception);
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Things$Made", methodName = "<init>", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static void making(@ThisValue Object self, @Parameter(0) String name, @DeclaringClass Class<?> declaring) {
        log("making", self, name, declaring);
    }

    @AdditionalInterception(InvocationType.RETURN)
    public static void made(@ThisValue Things.Made self, @Parameter(0) String name) {
        log("made", self, name);
    }

    @Interception(
            invokeOn = InvocationType.RETURN,
            method = @MethodSpec(className = "app.Things$Source", methodName = "get", parameterTypes = "java.lang.Object", returnType = "java.lang.Object", subtypes = true))
    public static void got(@ThisValue Things.Source<?> self, @Parameter(0) Object key, @ReturnValue Object value, @DeclaringClass Class<?> declaring) {
        log("got", self.getClass(), key, value, declaring);
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "", methodName = "twice", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"))
    public static void twice(@Parameter(0) String name, @ThisValue Object self) {
        log("twice", name, self);
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Things", methodName = "onceOnly", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"),
            reentrant = false)
    public static void onceOnly(@Parameter(0) String name) {
        log("once", name);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void onceOnlyEnded(@Parameter(0) String name) {
        log("once ended", name);
    }
}

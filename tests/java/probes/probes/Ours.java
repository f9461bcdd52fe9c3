package probes;

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
import weave.probe.parameter.Parameter;
import weave.probe.parameter.ReturnValue;

/** The probe of {@code same.toml} as a class; a test makes another one of it, against the API of JProfiler. */
@Probe(name = "The same", description = "In three ways", controlObjects = true, customTypes = Ours.Types.class)
public class Ours {
    public enum Types {
        QUERY("a query"),
        OTHER("something else") {
            @Override
            public String toString() {
                return "another";
            }
        };

        private final String shown;

        Types(String shown) {
            this.shown = shown;
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    private Ours() {}

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Same", methodName = "query", parameterTypes = {"java.lang.Object", "java.lang.String", "app.Body"}, returnType = "void"))
    public static Payload query(@Parameter(1) String sql, ProbeContext context, @Parameter(0) Object connection) {
        return context.createPayload(sql, connection, Types.QUERY);
    }

    @PayloadInterception(
            invokeOn = InvocationType.EXIT,
            method = @MethodSpec(className = "app.Same", methodName = "ended", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "java.lang.String"))
    public static String ended(@ReturnValue String result) {
        return "ended " + result;
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Same", methodName = "deferred", parameterTypes = {"java.lang.Object", "java.lang.String", "app.Body"}, returnType = "java.lang.String"),
            exceptionPayloads = true)
    public static Payload deferred(@Parameter(0) Object connection, ProbeContext context) {
        return context.createPayloadWithDeferredName(connection, Types.OTHER);
    }

    static String helper(String text) {
        return "deferred " + text;
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static String deferredName(@ReturnValue Object result) {
        return helper(String.valueOf(result));
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Same", methodName = "nested", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"),
            reentrant = true)
    public static String nested(@Parameter(0) String name) {
        return name;
    }

    @PayloadInterception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Same", methodName = "failing", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"),
            exceptionPayloads = true)
    public static String failing(@Parameter(0) String name) {
        return name;
    }

    @SplitInterception(
            method = @MethodSpec(className = "app.Same", methodName = "tree", parameterTypes = {"java.lang.String", "app.Body"}, returnType = "void"),
            reentrant = true)
    public static String tree(@Parameter(0) String name) {
        return name;
    }

    @Interception(
            invokeOn = InvocationType.RETURN,
            method = @MethodSpec(className = "app.Same", methodName = "opened", parameterTypes = {"java.lang.Object", "java.lang.String"}, returnType = "void"))
    public static void opened(ProbeContext context, @Parameter(0) Object connection, @Parameter(1) String name) {
        context.openControlObject(connection, name);
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Same", methodName = "closed", parameterTypes = "java.lang.Object", returnType = "void"))
    public static void closed(@Parameter(0) Object connection, ProbeContext context) {
        context.closeControlObject(connection);
    }

    @Interception(
            invokeOn = InvocationType.ENTER,
            method = @MethodSpec(className = "app.Same", methodName = "waits", parameterTypes = "app.Body", returnType = "void"))
    public static void waits() {
        ThreadState.NETIO.enter();
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void waited() {
        ThreadState.exit();
    }
}

package wrong;

import weave.probe.*;
import weave.probe.interception.*;
import weave.probe.parameter.*;
import weave.probe.telemetry.*;

@Probe(name = "Points")
public class Points {
    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "app.Things", methodName = "<init>", parameterTypes = {}, returnType = "void"))
    public static void exitOfConstructor() {}

    @PayloadInterception(invokeOn = InvocationType.EXCEPTION, method = @MethodSpec(className = "app.Things", methodName = "<init>", parameterTypes = {}, returnType = "void"))
    public static String exceptionOfConstructor() {
        return null;
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "<init>", parameterTypes = {}, returnType = "void"))
    public static void constructor() {}

    @AdditionalInterception(InvocationType.EXIT)
    public static void additionalExitOfConstructor() {}

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "<init>", parameterTypes = {}, returnType = "void"))
    public static void stateOfConstructor() {
        ThreadState.WAITING.enter();
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void resultAtEnter(@ReturnValue Object result, @ExceptionValue Throwable exception) {}

    @Interception(invokeOn = InvocationType.RETURN, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void exceptionAtReturn(@ReturnValue long result, @ExceptionValue Throwable exception) {}

    @Interception(invokeOn = InvocationType.EXCEPTION, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void resultAtException(@ReturnValue Object result, @ExceptionValue Throwable exception) {}

    @SplitInterception(method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static String resultOfSplit(@ReturnValue Object result) {
        return null;
    }

    @SplitInterception(method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static String exceptionOfSplit(@ExceptionValue Throwable exception) {
        return null;
    }
}

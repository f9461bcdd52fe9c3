package wrong;

import weave.probe.*;
import weave.probe.interception.*;
import weave.probe.parameter.*;
import weave.probe.telemetry.*;

@Probe(name = "Access", controlObjects = true)
public class Access {
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    static String payloadNotPublic() {
        return null;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public String payloadNotStatic() {
        return null;
    }

    @SplitInterception(method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    static String splitNotPublic() {
        return null;
    }

    @SplitInterception(method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public String splitNotStatic() {
        return null;
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void plain() {}

    @AdditionalInterception(InvocationType.EXIT)
    static void additionalNotPublic() {}

    @AdditionalInterception(InvocationType.EXIT)
    public void additionalNotStatic() {}

    @ControlObjectName
    static String nameNotPublic(Object object) {
        return null;
    }
}

package odd;

import weave.probe.interception.*;

/** What makes it a probe has been forgotten. */
public class Unmarked {
    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static void called() {}
}

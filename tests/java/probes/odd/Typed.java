package odd;

import weave.probe.*;
import weave.probe.interception.*;

/** Its types are those of no payload. */
@Probe(name = "Typed", customTypes = Typed.Kind.class)
public class Typed {
    public enum Kind {
        ONE
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static String name() {
        return "m";
    }
}

package odd;

import weave.probe.*;
import weave.probe.interception.*;

/** Its types are shown nowhere. */
@Probe(name = "Unseen", events = false, customTypes = Typed.Kind.class)
public class Unseen {
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Things", methodName = "m", parameterTypes = {"int", "java.lang.String"}, returnType = "long"))
    public static Payload name(ProbeContext context) {
        return context.createPayload("m", null, Typed.Kind.ONE);
    }
}

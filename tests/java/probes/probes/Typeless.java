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
import weave.probe.parameter.Parameter;
import weave.probe.parameter.ReturnValue;

/** Its type cannot say what it is called. */
@Probe(name = "Typeless", customTypes = Typeless.Kinds.class)
public class Typeless {
    public enum Kinds {
        BAD;

        @Override
        public String toString() {
            throw new IllegalStateException("no type");
        }
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "app.Risky", methodName = "typeless", parameterTypes = "int", returnType = "int"))
    public static Payload name(ProbeContext context) {
        return context.createPayload("typeless", null, Kinds.BAD);
    }
}

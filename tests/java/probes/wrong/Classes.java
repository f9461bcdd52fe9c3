package wrong;

import weave.probe.*;
import weave.probe.interception.*;
import weave.probe.parameter.*;
import weave.probe.telemetry.*;

public class Classes {
    @Probe(name = "Hidden")
    static class Hidden {}

    @Probe(name = "Secret")
    private static class Secret {}

    @Probe(name = "An interface")
    public interface NoClass {}

    @Probe(name = " ")
    public static class Nameless {}

    @Probe(name = "Größe")
    public static class Größe {}
}

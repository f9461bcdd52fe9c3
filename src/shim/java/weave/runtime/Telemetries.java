package weave.runtime;

import java.util.ArrayList;

/** Who samples the telemetries of a probe. */
final class Telemetries {
    /** Samples what the shim knows itself, of all probes. */
    private static final Poller OURS = new Poller("events", false);

    private Telemetries() {}

    static Poller[] pollers(Probe probe, int[] lines, String[] names) {
        ArrayList<Poller> pollers = new ArrayList<Poller>();
        for (Telemetry telemetry : Telemetry.of(probe, lines, names)) {
            Poller poller = telemetry.isOurs() ? OURS : new Poller(telemetry.name(), true);
            poller.add(telemetry);
            pollers.add(poller);
        }
        return pollers.toArray(new Poller[0]);
    }
}

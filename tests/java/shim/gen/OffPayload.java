package gen;

/** Stands for a generated class. */
@jdk.jfr.Name("weave.off.Payload")
@jdk.jfr.Label("Off")
@jdk.jfr.Category({"weave", "Off"})
@weave.runtime.jfr.Rule("rules.toml:3 probes.off")
@jdk.jfr.Enabled(false)
public final class OffPayload extends weave.runtime.jfr.PayloadEvent {}

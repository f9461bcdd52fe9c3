package gen;

/** Stands for a generated class. */
@jdk.jfr.Name("weave.slow.Payload")
@jdk.jfr.Label("Slow")
@jdk.jfr.Category({"weave", "Slow"})
@weave.runtime.jfr.Rule("rules.toml:3 probes.slow")
@jdk.jfr.Threshold("10 s")
public final class SlowPayload extends weave.runtime.jfr.PayloadEvent {}

package gen;

/** Stands for a generated class. */
@jdk.jfr.Name("weave.quiet.Payload")
@jdk.jfr.Label("Quiet")
@jdk.jfr.Category({"weave", "Quiet"})
@weave.runtime.jfr.Rule("rules.toml:3 probes.quiet")
@jdk.jfr.StackTrace(false)
public final class QuietPayload extends weave.runtime.jfr.PayloadEvent {}

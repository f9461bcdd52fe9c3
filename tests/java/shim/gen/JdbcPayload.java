package gen;

/** Stands for a generated class. */
@jdk.jfr.Name("weave.jdbc.Payload")
@jdk.jfr.Label("Jdbc")
@jdk.jfr.Category({"weave", "Jdbc"})
@weave.runtime.jfr.Rule("rules.toml:3 probes.jdbc")
public final class JdbcPayload extends weave.runtime.jfr.PayloadEvent {}

package gen;

/** Stands for a generated class. */
@jdk.jfr.Name("weave.http.Payload")
@jdk.jfr.Label("Http")
@jdk.jfr.Category({"weave", "Http"})
@weave.runtime.jfr.Rule("rules.toml:3 probes.http")
public final class HttpPayload extends weave.runtime.jfr.PayloadEvent {}

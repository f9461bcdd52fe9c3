package gen;

/** Stands for a generated class. */
@jdk.jfr.Name("weave.jdbc.ControlObject")
@jdk.jfr.Label("Jdbc Objects")
@jdk.jfr.Category({"weave", "Jdbc"})
public final class JdbcControlObject extends weave.runtime.jfr.ControlObjectEvent {}

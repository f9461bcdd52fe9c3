import weave.runtime.Shim;

/** Stands for the static fields of adapters: the probes that most tests use. */
final class Bound {
    static final Object JDBC = Shim.bind(1, "jdbc", "gen.JdbcEvents", "control-objects", Bound.class);
    static final Object HTTP = Shim.bind(1, "http", "gen.HttpEvents", "", Bound.class);
    static final Object SLOW = Shim.bind(1, "slow", "gen.SlowEvents", "", Bound.class);
    static final Object OFF = Shim.bind(1, "off", "gen.OffEvents", "", Bound.class);

    private Bound() {}
}

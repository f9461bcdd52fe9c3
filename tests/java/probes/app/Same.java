package app;

/** What the probes {@code Toml}, {@code Ours} and {@code Vendor} all weave. */
public final class Same {
    private Same() {}

    public static void query(Object connection, String sql, Body body) {
        Body.run(body);
    }

    public static String ended(String name, Body body) {
        Body.run(body);
        return name + "!";
    }

    public static String deferred(Object connection, String name, Body body) {
        Body.run(body);
        return name + "?";
    }

    public static void nested(String name, Body body) {
        Body.run(body);
    }

    public static void failing(String name, Body body) {
        Body.run(body);
    }

    public static void tree(String name, Body body) {
        Body.run(body);
    }

    public static void opened(Object connection, String name) {}

    public static void closed(Object connection) {}

    public static void waits(Body body) {
        Body.run(body);
    }
}

package app;

/** What the probe with telemetries weaves. */
public class Counted {
    private Counted() {}

    public static void payload(Object object, Body body) {
        Body.run(body);
    }
}

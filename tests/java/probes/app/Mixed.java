package app;

/** What rules say of methods that probe classes mean too. */
public class Mixed {
    private Mixed() {}

    /** Blocked. */
    public static void twice(String name, Body body) {
        Body.run(body);
    }

    /** Taken by an allow rule for the probe of a class. */
    public static void allowed(Body body) {
        Body.run(body);
    }
}

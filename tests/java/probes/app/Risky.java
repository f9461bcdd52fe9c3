package app;

/** Methods whose probes fail, each in its own way: one probe for each. */
public class Risky {
    private Risky() {}

    public static int throwing(int i) {
        return i + 1;
    }

    public static int throwingPlain(int i) {
        return i + 2;
    }

    public static int throwingAtExit(int i) {
        return i + 3;
    }

    public static int recursing(int i) {
        return i + 4;
    }

    public static int overflowing(int i) {
        return i + 5;
    }

    public static int blocking(int i) {
        return i + 6;
    }

    public static int typeless(int i) {
        return i + 7;
    }

    public static int throwingSplit(int i) {
        return i + 4;
    }

    public static int throwingAdditional(int i) {
        return i + 5;
    }

    public static int overflowingPlain(int i) {
        return i + 6;
    }

    public static int overflowingSplit(int i) {
        return i + 7;
    }

    public static int recursingSplit(int i) {
        return i + 8;
    }

    public static int blockingPayload(int i) {
        return i + 9;
    }

    public static int blockingSplit(int i) {
        return i + 10;
    }

    public static void waits(Body body) {
        Body.run(body);
    }

    /** Calls itself until the stack is used up. */
    public static int deep(int i) {
        return deep(i + 1) + 1;
    }

    public static int deepPlain(int i) {
        return deepPlain(i + 1) + 1;
    }

    public static String shown(Object object) {
        return String.valueOf(object);
    }
}

/** What cannot be asked for the value of a telemetry, or for the name of a control object. */
public final class Asked {
    public static int parameters(int i) {
        return i;
    }

    public static String text() {
        return "";
    }

    static int hidden() {
        return 0;
    }

    public int ofObject() {
        return 0;
    }

    static String hiddenName(Object object) {
        return "";
    }

    public static String nameOfText(String text) {
        return text;
    }

    public static Object noName(Object object) {
        return object;
    }
}

package app;

/** Methods that the probes about payloads weave; what is done is named by the first argument. */
public class Calls {
    private Calls() {}

    public static void payload(String name, Object object, Body body) {
        Body.run(body);
    }

    public static void inner(String what, Body body) {
        Body.run(body);
    }

    public static void deferred(String name, Body body) {
        Body.run(body);
    }

    public static void plain(String what) {}

    public static void split(String name, Body body) {
        Body.run(body);
    }

    public static void bareSplit(String name, Body body) {
        Body.run(body);
    }

    public static void open(Object object, String name) {}

    public static void close(Object object) {}

    /** Its constructor is named when it returns. */
    public static class Made {
        private final String name;

        public Made(String name, Body body) {
            this.name = name;
            Body.run(body);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}

package app;

/** What the probe that is set otherwise weaves. */
public class Further {
    private Further() {}

    public static class Base {
        public void over(String name) {}
    }

    public static class Derived extends Base {
        @Override
        public void over(String name) {}
    }

    public static void untied(Object object) {}

    public static void returned(String name, Body body) {
        Body.run(body);
    }

    public static void thrown(String name, Body body) {
        Body.run(body);
    }

    public static void split(String name, Body body) {
        Body.run(body);
    }

    public static void splitAndThrown(String name, Body body) {
        Body.run(body);
    }

    public static void bareSplit(Object object, Body body) {
        Body.run(body);
    }

    public static void several(String name, Body body) {
        Body.run(body);
    }
}

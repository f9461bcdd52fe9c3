package app;

import java.util.List;

/** What the probe weaves whose methods of all kinds take all that they may. */
public class Wide {
    public String payload(Object object, String name, Body body) {
        Body.run(body);
        return name + "?";
    }

    public String exited(String name, Body body) {
        Body.run(body);
        return name + "!";
    }

    public void split(Object object, String name, Body body) {
        Body.run(body);
    }

    public static void later(Object object, Body body) {
        Body.run(body);
    }

    public static void thrown(Body body) {
        Body.run(body);
    }

    public static void recursive(String name, Body body) {
        Body.run(body);
    }

    public static void own() {}

    public static void state(int which, Body body) {
        Body.run(body);
    }

    public static void leaves() {}

    public static void over(int number) {}

    public static void over(long number) {}

    public static <N extends Number> void over(N number) {}

    public static <T> List<T> over(List<T>[] lists, Inner inner) {
        return lists[0];
    }

    public static List<?> over(List<?> list, Inner inner) {
        return list;
    }

    public static void anywhere() {}

    /** Something is done before it exists, and after that. */
    public static class Built extends Things.Thing {
        public Built(String name, Body before, Body inside) {
            super(done(before) + name);
            Body.run(inside);
        }

        private static String done(Body before) {
            Body.run(before);
            return "built ";
        }
    }

    public static class Inner {
        public static void anywhere() {}

        public static void anywhere(int number) {}
    }
}

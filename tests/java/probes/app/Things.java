package app;

/** Methods with all kinds of parameters and results. */
public class Things {
    /** Something with a name. */
    public static class Thing {
        public final String name;

        public Thing(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Thing;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** A thing whose constructor may fail before there is one, or after. */
    public static class Made extends Thing {
        public Made(String name, Body body) {
            super(early(name));
            Body.run(body);
        }

        private static String early(String name) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("no name");
            }
            return name;
        }
    }

    /** Something generic: its implementations have bridges. */
    public interface Source<T> {
        T get(T key);
    }

    public static class Texts implements Source<String> {
        @Override
        public String get(String key) {
            return key + "!";
        }
    }

    public static class MoreTexts extends Texts {
        @Override
        public String get(String key) {
            return super.get(key) + "!";
        }
    }

    public int sum(int i, long l, String s, double d, int[] a, Thing t, Body body) {
        int result = (int) (i + l + d + a[0]);
        i = -1;
        l = -1;
        s = null;
        a = null;
        t = null;
        Body.run(body);
        return result;
    }

    public static String all(boolean z, char c, byte b, short s, float f) {
        return "" + z + c + b + s + f;
    }

    public static boolean yes(Body body) {
        Body.run(body);
        return true;
    }

    public static long many(Body body) {
        Body.run(body);
        return 5_000_000_000L;
    }

    public static double half(Body body) {
        Body.run(body);
        return 0.5;
    }

    public static void nothing(Body body) {
        Body.run(body);
    }

    public static void twice(String name, Body body) {
        Body.run(body);
    }

    public static void onceOnly(String name, Body body) {
        Body.run(body);
    }
}

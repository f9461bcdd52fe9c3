/** What the rules in {@code probes.toml} weave, each method by its name. */
final class Subject {
    interface Body {
        void run() throws Exception;
    }

    /** A thing that is shown by its name, of which there may be equal ones. */
    static class Thing {
        private final String name;

        Thing(String name) {
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

    private Subject() {}

    static void run(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw Subject.<RuntimeException>unchecked(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable t) throws T {
        throw (T) t;
    }

    static void fail() {
        throw new IllegalArgumentException("no such table");
    }

    static void nothing() {}

    // The probe `tree`.

    static void split(Object name, Body body) {
        run(body);
    }

    static void other(Object name, Body body) {
        run(body);
    }

    static void nested(Object name, Body body) {
        run(body);
    }

    static void bare(Object name, Body body) {
        run(body);
    }

    static void stated(Object name, Body body) {
        run(body);
    }

    static void tolerant(Object name, Body body) {
        run(body);
    }

    static void payload(Object name, Body body) {
        run(body);
    }

    static void here() {}

    // The probe `more`.

    static Object deferred(Object result, Body body) {
        run(body);
        return result;
    }

    static Object deferredWithExceptions(Object result, Body body) {
        run(body);
        return result;
    }

    static Object renamed(Object name, Object result, Body body) {
        run(body);
        return result;
    }

    static void waits(Object name, Body body) {
        run(body);
    }

    static Object opens(Object thing, Body body) {
        run(body);
        return thing;
    }

    static void once(Object thing, Object inner, Body body) {
        run(body);
        if (inner != null) {
            once(inner, null, body);
        }
    }

    // The probes `sums`, `counted`, `bare` and `polled`.

    static void sum(Object name, Body body) {
        run(body);
    }

    static void sumWithoutExceptions(Object name, Body body) {
        run(body);
    }

    static void counted(Object thing, Body body) {
        run(body);
    }

    static void closed(Object thing) {}

    static void bareCounted(Body body) {
        run(body);
    }

    static void polled() {}

    /** Its constructor is woven by the probe `more`, twice, and by the probe `tree`. */
    static final class Twice {
        Twice(Object name, Body body) {
            Subject.run(body);
        }
    }

    static final class Made {
        final Object name;

        Made(Object name, Body body) {
            this.name = name;
            Subject.run(body);
        }

        @Override
        public String toString() {
            return "made " + name;
        }
    }
}

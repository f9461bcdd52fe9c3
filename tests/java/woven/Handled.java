/** What the probe {@code handled} weaves: payloads with types and objects inside of each other, and a constructor. */
final class Handled {
    private Handled() {}

    static void opened(Object object, Object name) {}

    static void closed(Object object) {}

    static void first(Object name, Object object, Subject.Body body) {
        Subject.run(body);
    }

    static void second(Object name, Object object, Subject.Body body) {
        Subject.run(body);
    }

    static void again(Object name, Object object, Subject.Body body) {
        Subject.run(body);
    }

    static void tolerant(Object name, Subject.Body body) {
        Subject.run(body);
    }

    /** Something is done before it exists, and after that. */
    static final class Built extends Subject.Thing {
        Built(String name, Subject.Body before, Subject.Body inside) {
            super(done(before) + name);
            Subject.run(inside);
        }

        private static String done(Subject.Body before) {
            Subject.run(before);
            return "built ";
        }
    }
}

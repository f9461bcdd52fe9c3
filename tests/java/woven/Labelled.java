/** Has labels of the probe `labels`, and calls inside of each other. */
class Labelled {
    static Labelled make(String text) {
        return new Labelled();
    }

    void show(Subject.Body body) {
        Subject.run(body);
    }

    void outer(Subject.Body body) {
        Subject.run(body);
    }

    void inner(Subject.Body body) {
        Subject.run(body);
    }

    static void still() {
        Subject.run(Subject::nothing);
    }

    /** What the allow rule with a text of its own takes. */
    static class Texts {
        static void none() {
            Subject.run(Subject::nothing);
        }

        static void one(String text) {
            Subject.run(Subject::nothing);
        }

        static long two(long number, Object secret) {
            Subject.run(Subject::nothing);
            return number;
        }
    }

    /** The allow rule for it shows all arguments. */
    static class All {
        void none() {
            Subject.run(Subject::nothing);
        }

        static void one(boolean flag) {
            Subject.run(Subject::nothing);
        }

        void three(long number, Object[] list, double last) {
            Subject.run(Subject::nothing);
        }
    }
}

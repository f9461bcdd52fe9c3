/** What {@code probes.toml} weaves around the calls of, each method by its name: nothing in here is woven. */
final class Callee {
    /** Called by this name, and run under another one. */
    interface Task {
        void perform(Object name, Subject.Body body) throws Exception;
    }

    private final Object name;

    Callee(Object name, Subject.Body body) throws Exception {
        this.name = name;
        body.run();
    }

    @Override
    public String toString() {
        return "made " + name;
    }

    static void split(Object name, Subject.Body body) throws Exception {
        body.run();
    }

    static void bare(Object name, Subject.Body body) throws Exception {
        body.run();
    }

    static Object deferred(Object result, Subject.Body body) throws Exception {
        body.run();
        return result;
    }

    static Object opens(Object thing, Subject.Body body) throws Exception {
        body.run();
        return thing;
    }

    static void small() {}
}

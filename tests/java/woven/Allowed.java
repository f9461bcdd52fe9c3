/** What the allow rule takes. */
final class Allowed {
    private Allowed() {}

    static void around(Subject.Body body) {
        Subject.run(body);
    }

    static void inside(Subject.Body body) {
        Subject.run(body);
    }
}

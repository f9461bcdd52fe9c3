/** Methods that are woven at one point each, or inside of each other; {@code probes.toml} names them. */
final class Pointed {
    private Pointed() {}

    // Payloads.

    static void entered(Object name, Subject.Body body) {
        Subject.run(body);
    }

    static void exited(Object name, Subject.Body body) {
        Subject.run(body);
    }

    static void returned(Object name, Subject.Body body) {
        Subject.run(body);
    }

    static void thrown(Object name, Subject.Body body) {
        Subject.run(body);
    }

    static void nested(Object name, Subject.Body body) {
        Subject.run(body);
    }

    static void once(Object name, Subject.Body body) {
        Subject.run(body);
    }

    // Plain interceptions.

    static void plainEntered(Object thing, Subject.Body body) {
        Subject.run(body);
    }

    static void plainExited(Object thing, Subject.Body body) {
        Subject.run(body);
    }

    static void plainReturned(Object thing, Subject.Body body) {
        Subject.run(body);
    }

    static void plainThrown(Object thing, Subject.Body body) {
        Subject.run(body);
    }

    static void restarts() {}

    static void relocates() {}

    static void runnable(Subject.Body body) {
        Subject.run(body);
    }

    static void waiting(Subject.Body body) {
        Subject.run(body);
    }

    static void blocked(Subject.Body body) {
        Subject.run(body);
    }

    static void netIo(Subject.Body body) {
        Subject.run(body);
    }

    /** Of a probe of which the rules say nothing. */
    static void left(Object name) {}
}

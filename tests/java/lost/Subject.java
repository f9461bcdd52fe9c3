import java.util.function.IntSupplier;

/** What is woven. */
final class Subject {
    private Subject() {}

    static int leaf(int n) {
        return n;
    }

    static int reentrant(int n) {
        return n;
    }

    static int atEnd(int n) {
        return n;
    }

    static int around(int n, IntSupplier body) {
        return body.getAsInt();
    }
}

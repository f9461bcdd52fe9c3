import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Calls of one method through its class, through what inherits it and through what overrides it: one in each method. */
class Callers {
    /** Inherits everything. */
    static class Plain extends BufferedReader {
        Plain(Reader reader) {
            super(reader);
        }
    }

    /** Overrides. */
    static class Loud extends Plain {
        Loud(Reader reader) {
            super(reader);
        }

        @Override
        public String readLine() throws IOException {
            return super.readLine();
        }
    }

    static class Sleeper extends Thread {}

    static class Hider extends Thread {
        public static void sleep(long millis) {}
    }

    static String byItself(BufferedReader reader) throws IOException {
        return reader.readLine();
    }

    static String byPlain(Plain reader) throws IOException {
        return reader.readLine();
    }

    static String byLoud(Loud reader) throws IOException {
        return reader.readLine();
    }

    static Object makesItself(Reader reader) {
        return new BufferedReader(reader);
    }

    static Object makesPlain(Reader reader) {
        return new Plain(reader);
    }

    static void sleepsByItself() throws InterruptedException {
        Thread.sleep(1);
    }

    static void sleepsBySleeper() throws InterruptedException {
        Sleeper.sleep(1);
    }

    static void sleepsByHider() {
        Hider.sleep(1);
    }

    static void eachByCollection(Collection<String> all) {
        all.forEach(null);
    }

    static void eachByList(List<String> all) {
        all.forEach(null);
    }

    static void eachByArrayList(ArrayList<String> all) {
        all.forEach(null);
    }

    static Object copiesArray(int[] array) {
        return array.clone();
    }

    static boolean asksPlain(Plain plain) throws IOException {
        return plain.ready();
    }
}

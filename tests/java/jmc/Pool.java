import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;

/** A little of everything that probes record. */
public final class Pool {
    private static final AtomicInteger ACTIVE = new AtomicInteger();

    private Pool() {}

    /** An open connection. */
    static final class Connection {
        final String url;

        Connection(String url) {
            this.url = url;
        }

        void query(String statement) throws InterruptedException {
            await(5);
            if (statement.isEmpty()) {
                throw new IllegalArgumentException("no statement");
            }
        }

        void close() {
            ACTIVE.decrementAndGet();
        }
    }

    static Connection open(String url) {
        ACTIVE.incrementAndGet();
        return new Connection(url);
    }

    static void await(int millis) throws InterruptedException {
        Thread.sleep(millis);
    }

    static void handle(String path) throws InterruptedException {
        Connection connection = open("db:" + path);
        connection.query("select");
        try {
            connection.query("");
        } catch (IllegalArgumentException e) {
            // It is to be seen in the recording.
        }
        count(path);
        connection.close();
    }

    static void count(String path) {}

    public static int active() {
        return ACTIVE.get();
    }

    public static double load() {
        return 25.5;
    }

    public static long used() {
        return 1 << 20;
    }

    public static void main(String[] args) throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            for (int i = 0; i < 3; i++) {
                handle("/" + i);
            }
            // Telemetries are asked for once a second.
            Thread.sleep(2200);
            recording.stop();
            recording.dump(java.nio.file.Path.of(args[0]));
        }
    }
}

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** A program whose recording has something of everything that a report shows. What it does is the same every time. */
public final class Busy {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    static volatile long sink;

    private Busy() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "mixed":
                mixed(Integer.parseInt(arguments[1]));
                break;
            case "shares":
                shares(Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
                break;
            case "many":
                many(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
                break;
            case "halt":
                halt();
                break;
            default:
                throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** Payloads of many kinds in two threads. */
    private static void mixed(int calls) throws Exception {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int seed = i;
            threads[i] = new Thread(() -> calls(calls, new Random(seed)), "worker-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (String text : hostile()) {
            new Connection("odd").query(text);
        }
    }

    /** What no page may take for anything but text. */
    static String[] hostile() {
        return new String[] {
            "<script>alert(1)</script>", "</script><b>&amp;\"'`", "\u202eright to left\u202c", "\ud83d\ude00 emoji", "lone \ud83d surrogate", "\0 nothing \u0007 bell",
            "tab\tline\nend\u2028", "x".repeat(1 << 20), "",
        };
    }

    private static void calls(int calls, Random random) {
        Connection connection = Connection.open("pool-" + random.nextInt(3));
        for (int i = 0; i < calls; i++) {
            String table = "t" + random.nextInt(5);
            try {
                if (i % 3 == 0) {
                    connection.update("update " + table + " set a = " + random.nextInt(1000) + " where name = 'n" + i + "'");
                } else {
                    connection.query("select * from " + table + " where id in (" + random.nextInt(50) + ", " + random.nextInt(50) + ")");
                }
            } catch (IllegalStateException e) {
                sink++;
            }
            counted("kind " + i % 4);
            if (i % 50 == 49) {
                Connection.close(connection);
                connection = Connection.open("pool-" + random.nextInt(3));
                rest(200_000_000);
            }
            job("job " + i % 3, () -> work(20_000));
        }
        Connection.close(connection);
    }

    static void counted(String name) {
        sink += name.length();
    }

    static void rest(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    public static double level() {
        return 25;
    }

    /** Recorded as splits. */
    static void job(String name, Runnable content) {
        content.run();
    }

    static long work(int rounds) {
        long a = sink;
        for (int i = 0; i < rounds; i++) {
            a = a * 6364136223846793005L + 1442695040888963407L;
            a ^= a >>> 17;
        }
        sink = a;
        return a;
    }

    /**
     * Spends the processor's time in splits: {@code outer} with {@code inner} in it, {@code other}, and none of them. Prints how much, as it is
     * measured around each.
     */
    private static void shares(int millis, long rounds) {
        int unit = (int) rounds;
        for (int i = 0; i < 200; i++) {
            work(20_000); // compiled before it counts
        }
        long[] spent = new long[4];
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            long start = THREADS.getCurrentThreadCpuTime();
            long[] inner = new long[1];
            job("outer", () -> {
                work(2 * unit);
                long before = THREADS.getCurrentThreadCpuTime();
                job("inner", () -> work(3 * unit));
                inner[0] = THREADS.getCurrentThreadCpuTime() - before;
            });
            long middle = THREADS.getCurrentThreadCpuTime();
            job("other", () -> work(3 * unit));
            long last = THREADS.getCurrentThreadCpuTime();
            work(2 * unit);
            long all = THREADS.getCurrentThreadCpuTime();
            spent[0] += middle - start;
            spent[1] += inner[0];
            spent[2] += last - middle;
            spent[3] += all - last;
        }
        System.out.println("outer " + spent[0]);
        System.out.println("inner " + spent[1]);
        System.out.println("other " + spent[2]);
        System.out.println("none " + spent[3]);
    }

    /** Ends as if it were killed, when its recording has gone on to another chunk. */
    private static void halt() throws Exception {
        Connection connection = new Connection("first");
        connection.query("select first");
        try (jdk.jfr.Recording other = new jdk.jfr.Recording()) {
            other.start(); // begins a chunk of all recordings
            connection.query("select second");
            other.stop();
        }
        connection.query("select third");
        Thread.sleep(2_500); // written once a second
        Runtime.getRuntime().halt(0);
    }

    /** So many payloads with so many texts. */
    private static void many(int calls, int texts) {
        Connection connection = Connection.open("pool");
        for (int i = 0; i < calls; i++) {
            connection.quick(i % texts);
        }
    }

    static final class Connection {
        private final String name;

        Connection(String name) {
            this.name = name;
        }

        static Connection open(String name) {
            return new Connection(name);
        }

        static void close(Connection connection) {
            sink += connection.name.length();
        }

        long query(String sql) {
            return work(sql.hashCode() % 7 == 0 ? 40_000 : 2_000);
        }

        void update(String sql) {
            if (work(1_000) % 5 == 0) {
                throw new IllegalStateException("cannot: " + sql.substring(0, 9));
            }
        }

        void quick(int number) {
            sink += number;
        }
    }
}

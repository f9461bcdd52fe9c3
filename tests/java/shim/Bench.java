import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import weave.runtime.Shim;

/** What a woven call costs, in nanoseconds of CPU time: {@code java -Xbatch -XX:+UseSerialGC Bench}. Rough, and no test. */
final class Bench {
    private static final Object JDBC = Bound.JDBC;
    private static final Object QUIET = Shim.bind(1, "quiet", "gen.QuietEvents", "", Bench.class);
    private static final Object SLOW = Bound.SLOW;
    private static final Object OFF = Bound.OFF;
    private int state = 1;

    interface Shape {
        int run(int calls);
    }

    private static int work(Bench b, int n) {
        int x = b.state ^ n;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        b.state = x;
        return x;
    }

    private static int plainCall(Bench b, int n) {
        return work(b, n);
    }

    private static int woven(Bench b, int n, Object probe, int flags) {
        Object token = Adapter.enter(probe, flags);
        int result;
        try {
            result = work(b, n);
        } catch (Throwable t) {
            Shim.fail(token, t);
            throw t;
        }
        Adapter.exit(token);
        return result;
    }

    static final class Adapter {
        static Object enter(Object probe, int flags) {
            try {
                if (!Shim.recording(probe)) {
                    return null;
                }
                Object token = Shim.enter(probe, 1, flags, "Bench", "woven");
                if (token == null) {
                    return null;
                }
                Shim.name(token, "constant", null);
                return token;
            } catch (Throwable t) {
                return null;
            }
        }

        static void exit(Object token) {
            try {
                if (token != null) {
                    Shim.exit(token);
                }
            } catch (Throwable t) {
                // Nothing to be done.
            }
        }
    }

    private static void measure(String name, int calls, Shape shape) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double[] rounds = new double[9];
        int sum = 0;
        for (int round = -8; round < rounds.length; round++) {
            long before = threads.getCurrentThreadCpuTime();
            sum += shape.run(calls);
            long after = threads.getCurrentThreadCpuTime();
            if (round >= 0) {
                rounds[round] = (after - before) / (double) calls;
            }
        }
        Arrays.sort(rounds);
        System.out.printf("%-40s %8.1f%s%n", name, rounds[rounds.length / 2], sum == 42 ? " " : "");
    }

    private static int unwoven(int calls) {
        Bench b = new Bench();
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += plainCall(b, i);
        }
        return sum;
    }

    private static int off(int calls) {
        Bench b = new Bench();
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += woven(b, i, OFF, Shim.OWN_EVENT);
        }
        return sum;
    }

    private static int slow(int calls) {
        Bench b = new Bench();
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += woven(b, i, SLOW, Shim.OWN_EVENT);
        }
        return sum;
    }

    private static int quiet(int calls) {
        Bench b = new Bench();
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += woven(b, i, QUIET, Shim.OWN_EVENT);
        }
        return sum;
    }

    private static int traced(int calls) {
        Bench b = new Bench();
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += woven(b, i, JDBC, Shim.OWN_EVENT);
        }
        return sum;
    }

    private static int states(int calls) {
        Bench b = new Bench();
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            Object token = Shim.enterState(JDBC, 1);
            sum += work(b, i);
            Shim.exitState(token);
        }
        return sum;
    }

    private static int inner(int calls) {
        Object outer = Shim.enter(SLOW, 9, 0, "Bench", "inner");
        Shim.name(outer, "outer", null);
        Bench b = new Bench();
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += woven(b, i, SLOW, 0);
        }
        Shim.exit(outer);
        return sum;
    }

    private static int texts(int calls) {
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            Object text = Shim.text(512, null);
            Shim.literal(text, "select ");
            Shim.add(text, i);
            Shim.literal(text, " from ");
            Shim.add(text, (Object) "table");
            sum += Shim.end(text).length();
        }
        return sum;
    }

    public static void main(String[] args) {
        measure("unwoven", 20_000_000, Bench::unwoven);
        measure("no recording", 20_000_000, Bench::off);
        measure("no recording, thread state", 20_000_000, Bench::states);
        Tape tape = Tape.start("weave.ThreadState#enabled", "false");
        measure("recording, event off", 20_000_000, Bench::off);
        measure("recording, thread state off", 20_000_000, Bench::states);
        measure("recording, below threshold", 3_000_000, Bench::slow);
        measure("recording, inner call of a payload", 3_000_000, Bench::inner);
        measure("committed, no stack trace", 1_000_000, Bench::quiet);
        measure("committed, stack trace", 300_000, Bench::traced);
        measure("text of two literals and two values", 3_000_000, Bench::texts);
        tape.recording.close();
        measure("no recording any more", 20_000_000, Bench::off);
    }
}

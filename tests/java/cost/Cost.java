import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.jfr.Recording;

/**
 * What a call of each shape costs, in nanoseconds of CPU time of its thread: {@code java -Xbatch -XX:+UseSerialGC Cost}. Prints a line
 * for each shape and state of the recorder: state, shape, nanoseconds, the median of some rounds after some that are not measured.
 */
public final class Cost {
    private static final int WARM_UP = 8;
    private static final int ROUNDS = 9;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static int sink;

    private interface Shape {
        int run(Calls calls, int count);
    }

    private Cost() {}

    // A loop of its own for each, so that each is compiled for itself.

    private static int unwoven(Calls calls, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += calls.unwoven(i);
        }
        return sum;
    }

    private static int written(Calls calls, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += calls.written(i);
        }
        return sum;
    }

    private static int calling(Calls calls, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += calls.calling(i);
        }
        return sum;
    }

    private static int payload(Calls calls, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += calls.payload(i);
        }
        return sum;
    }

    private static int told(Calls calls, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += calls.told(i);
        }
        return sum;
    }

    private static int split(Calls calls, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += calls.split(i);
        }
        return sum;
    }

    private static int named(Calls calls, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += calls.named(i);
        }
        return sum;
    }

    private static int called(Calls calls, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += calls.called(i);
        }
        return sum;
    }

    private static int calledOnce(Calls calls, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += calls.calledOnce(i);
        }
        return sum;
    }

    private static Map<String, Shape> shapes() {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        shapes.put("unwoven", Cost::unwoven);
        shapes.put("written", Cost::written);
        shapes.put("calling", Cost::calling);
        shapes.put("payload", Cost::payload);
        shapes.put("telemetries", Cost::told);
        shapes.put("split", Cost::split);
        shapes.put("class", Cost::named);
        shapes.put("plain", Cost::called);
        shapes.put("once", Cost::calledOnce);
        return shapes;
    }

    /** All shapes in turn, round by round, so that what disturbs the machine disturbs all of them. */
    private static void measure(String state, Map<String, Shape> shapes, int count) {
        Map<String, double[]> costs = new LinkedHashMap<>();
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            for (Map.Entry<String, Shape> shape : shapes.entrySet()) {
                Calls calls = new Calls();
                long before = THREADS.getCurrentThreadCpuTime();
                sink += shape.getValue().run(calls, count);
                double cost = (THREADS.getCurrentThreadCpuTime() - before) / (double) count;
                if (round >= 0) {
                    costs.computeIfAbsent(shape.getKey(), key -> new double[ROUNDS])[round] = cost;
                }
            }
        }
        costs.forEach((shape, rounds) -> {
            Arrays.sort(rounds);
            System.out.println(state + " " + shape + " " + rounds[ROUNDS / 2]);
        });
    }

    private static void recorded(String state, String setting, String value, int count) {
        try (Recording recording = new Recording()) {
            Map<String, String> settings = new java.util.HashMap<>();
            for (String type : new String[] {"cost.Written", "weave.payload.Payload", "weave.told.Payload", "weave.split.Split", "weave.Named.Payload"}) {
                settings.put(type + "#" + setting, value);
                settings.put(type + "#stackTrace", "false");
            }
            recording.setSettings(settings);
            recording.setToDisk(false);
            recording.start();
            measure(state, shapes(), count);
        }
    }

    public static void main(String[] args) {
        measure("none", shapes(), 5_000_000);
        recorded("disabled", "enabled", "false", 5_000_000);
        recorded("threshold", "threshold", "1 h", 500_000);
        recorded("committed", "threshold", "0 ns", 300_000);
        measure("again", shapes(), 5_000_000);
        System.out.println("sink " + sink % 2 + " 0");
    }
}

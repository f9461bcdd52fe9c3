import app.Same;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** Many threads in methods of probe classes: each has its own payloads, and none is lost. */
final class Threads {
    private static final int TIMES = 200;

    private static void fail() {
        throw new IllegalArgumentException("no such table");
    }

    private static void work(int number) {
        Object connection = new Object();
        for (int i = 0; i < TIMES; i++) {
            Same.query(connection, "outer", () -> Same.nested("inner " + number, () -> {}));
            try {
                Same.failing("failing", () -> Same.nested("in vain", Threads::fail));
            } catch (IllegalArgumentException e) {
                // As without the probes.
            }
            Same.deferred(connection, "deferred", () -> Thread.yield());
        }
    }

    private static void check(List<Thread> threads) throws Exception {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void count(Tape tape, int threads) {
        Map<String, Integer> counts = new HashMap<>();
        for (RecordedEvent event : tape.stop()) {
            if (event.hasField("payload")) {
                counts.merge(event.getEventType().getName() + " " + event.getString("payload"), 1, Integer::sum);
            }
        }
        for (String key : new String[] {"Toml", "Ours", "Vendor"}) {
            String type = "weave." + key + ".Payload ";
            for (int i = 0; i < threads; i++) {
                Check.equal(TIMES, counts.get(type + "inner " + i));
            }
            // An inner call has named it before it threw.
            Check.equal(TIMES * threads, counts.get(type + "in vain"));
            Check.equal(TIMES * threads, counts.get(type + "deferred deferred?"));
        }
    }

    static void platformThreads() throws Exception {
        Tape tape = Tape.start();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            Thread thread = new Thread(() -> work(number));
            thread.start();
            threads.add(thread);
        }
        check(threads);
        count(tape, 8);
    }

    /** Where there are some. */
    static void virtualThreads() throws Exception {
        Method start;
        try {
            start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException e) {
            return;
        }
        Tape tape = Tape.start();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int number = i;
            Runnable work = () -> work(number);
            threads.add((Thread) start.invoke(null, work));
        }
        check(threads);
        count(tape, 50);
    }
}

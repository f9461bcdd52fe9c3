import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A loop that runs compiled, in one call of its method, when a recording starts: after how long does its first event come?
 *
 * <p>{@code java Hot woven|written [late|off]}: the loop calls a woven method, or one with a hand-written event. Each runs in a JVM of its
 * own: where an event class is loaded before the first recording, as hand-written ones are, JFR redefines it, and the JVM then
 * throws away all compiled code, that of another loop too. Says it for two recordings, which with {@code late} come after another one, and with {@code off} while another one runs in which the
 * events are off.
 */
public final class Hot {
    private static final int ITERATIONS = 20_000;
    /** How long it runs, about. */
    private static final int SECONDS = 7;

    @Name("hot.Written")
    @StackTrace(false)
    static final class Written extends Event {
        int number;
    }

    private interface Loop {
        int run(int iterations);
    }

    /** On a machine that is busy now and then, the loop may end too early to say anything. */
    private static final String TOO_SHORT = "too short";

    private Hot() {}

    private static int work(int n) {
        int x = n | 1;
        for (int i = 0; i < 3000; i++) {
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
        }
        return x;
    }

    /** Woven by hot.toml. */
    static int call(int n) {
        return work(n);
    }

    /** What a programmer would write. */
    private static int written(int n) {
        Written event = new Written();
        event.begin();
        int result = work(n);
        event.end();
        if (event.shouldCommit()) {
            event.number = n;
            event.commit();
        }
        return result;
    }

    // Neither loop reads a clock or a volatile field, behind which compiled code would read all fields anew.

    private static int woven(int iterations) {
        int sum = 0;
        for (int i = 0; i < iterations; i++) {
            sum += call(i);
        }
        return sum;
    }

    private static int handWritten(int iterations) {
        int sum = 0;
        for (int i = 0; i < iterations; i++) {
            sum += written(i);
        }
        return sum;
    }

    /** Runs the loop, and starts a recording after a second. Says after how long the first event began. */
    private static String recorded(Loop loop, String type) throws Exception {
        int[] sum = new int[1];
        long took = 0;
        for (int i = 0; i < 4; i++) {
            long start = System.nanoTime();
            sum[0] += loop.run(ITERATIONS);
            took = System.nanoTime() - start;
        }
        int iterations = (int) (SECONDS * 1e9 * ITERATIONS / took);
        Instant[] ended = new Instant[1];
        Thread thread = new Thread(() -> {
            sum[0] += loop.run(iterations);
            ended[0] = Instant.now();
        });
        thread.start();
        Thread.sleep(1000);
        try (Recording recording = new Recording()) {
            recording.start();
            Instant started = Instant.now();
            thread.join();
            recording.stop();
            long left = Duration.between(started, ended[0]).toMillis();
            if (left < 500 || sum[0] == 42) {
                return TOO_SHORT;
            }
            Path file = Files.createTempFile("hot", ".jfr");
            try {
                recording.dump(file);
                Instant first = first(file, type);
                return first == null ? "never" : Math.max(0, Duration.between(started, first).toMillis()) + " ms";
            } finally {
                Files.delete(file);
            }
        }
    }

    /** When the first event of this type began; null if there is none. */
    private static Instant first(Path file, String type) throws IOException {
        Instant first = null;
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getEventType().getName().equals(type) && (first == null || event.getStartTime().isBefore(first))) {
                    first = event.getStartTime();
                }
            }
        }
        return first;
    }

    public static void main(String[] args) throws Exception {
        Recording other = new Recording();
        if (args.length > 1) {
            other.disable("weave.hot.Payload");
            other.disable("hot.Written");
            other.start();
            if (args[1].equals("late")) {
                other.close();
            }
        }
        boolean isWoven = args[0].equals("woven");
        Loop loop = isWoven ? Hot::woven : Hot::handWritten;
        String type = isWoven ? "weave.hot.Payload" : "hot.Written";
        for (String which : new String[] {"first", "second"}) {
            System.out.println(which + " recording: " + recorded(loop, type));
        }
    }
}

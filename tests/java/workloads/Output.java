import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Prints what a workload finds, and sums it up. Only the main thread prints. */
final class Output {
    private static final CRC32 ALL = new CRC32();

    static void line(String format, Object... values) {
        String line = String.format(java.util.Locale.ROOT, format, values) + "\n";
        ALL.update(line.getBytes(StandardCharsets.UTF_8));
        System.out.print(line);
    }

    static long sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    static long sum(String text) {
        return sum(text.getBytes(StandardCharsets.UTF_8));
    }

    static void end() {
        System.out.printf("all: %08x%n", ALL.getValue());
        System.out.flush();
    }
}

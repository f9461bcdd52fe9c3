import java.math.BigDecimal;
import java.util.concurrent.CountDownLatch;

/** What telemetries ask. */
public final class Numbers {
    /** How often a value was asked for that fails. */
    static volatile int failed;
    /** The threads that asked. */
    static volatile Thread asked;
    static volatile boolean blocked;
    static final CountDownLatch GO = new CountDownLatch(1);

    private Numbers() {}

    public static byte small() {
        asked = Thread.currentThread();
        return 5;
    }

    public static Long large() {
        return 12_345_678_901_234L;
    }

    public static int percent() {
        return 2550;
    }

    public static BigDecimal kilobytes() {
        return new BigDecimal("9007199254740993");
    }

    public static double pause() {
        return 2.5;
    }

    /** Not the one that is asked. */
    public static double pause(int other) {
        return other;
    }

    public static float step() {
        return 1.5f;
    }

    public static Integer rate() {
        return 7;
    }

    public static short narrow() {
        return -2;
    }

    public static long wide() {
        return 1L << 40;
    }

    public static Byte boxedByte() {
        return 1;
    }

    public static Short boxedShort() {
        return 2;
    }

    public static Float boxedFloat() {
        return 0.5f;
    }

    public static int failing() {
        failed++;
        throw new IllegalStateException("no pool");
    }

    public static int one() {
        return 1;
    }

    public static Double nothing() {
        return null;
    }

    public static int blocking() throws InterruptedException {
        blocked = true;
        GO.await();
        return 1;
    }
}

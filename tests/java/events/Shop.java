import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the rules in {@code events.toml} weave, each method by its name. */
public final class Shop {
    private Shop() {}

    interface Body {
        void run() throws Exception;
    }

    // The probe `named`.

    /** A connection, and what it says if it is asked for its name. */
    static final class Connection {
        final String name;

        Connection(String name) {
            this.name = name;
        }

        void query(String sql) {}

        void querying(String sql, Body body) {
            Shop.run(body);
        }

        void close() {}
    }

    static Connection open(String name) {
        return new Connection(name);
    }

    public static String nameOf(Object connection) {
        return ((Connection) connection).name;
    }

    // The probes `limited` and `unlimited`.

    static void limited(int number) {}

    static void limitedSlow(int number, Body body) {
        run(body);
    }

    static void limitedSplit(int number) {}

    static void unlimited(int number) {}

    // The probe `blanked`.

    static void pay(String card, Body body) {
        run(body);
    }

    static void paySplit(String card, Body body) {
        run(body);
    }

    static void payLater(String card) {}

    static Object wallet(String card) {
        return new StringBuilder(card);
    }

    static void use(Object wallet) {}

    public static String nameOfWallet(Object wallet) {
        return "x".repeat(505) + wallet;
    }

    // The probe `framed`.

    static void framed(Body body) {
        run(body);
    }

    static void framedSplit(Body body) {
        run(body);
    }

    static void framedState() {}

    static final class Framed {
        Framed(Body body) {
            Shop.run(body);
        }
    }

    static void called(Body body) {
        run(body);
    }

    static void calls(Body body) {
        called(body);
    }

    // The probe `measured`.

    static void measured() {}

    /** A number that does what it likes. */
    static class Odd extends Number {
        @Override
        public int intValue() {
            throw new IllegalStateException("no number");
        }

        @Override
        public long longValue() {
            return intValue();
        }

        @Override
        public float floatValue() {
            return intValue();
        }

        @Override
        public double doubleValue() {
            return intValue();
        }
    }

    /** A number that calls itself. */
    static final class Endless extends Odd {
        @Override
        public double doubleValue() {
            return doubleValue() + 1;
        }
    }

    /** A number that has no digits that can be trusted. */
    static final class Overridden extends BigDecimal {
        Overridden() {
            super("1.5");
        }

        @Override
        public BigDecimal scaleByPowerOfTen(int n) {
            throw new IllegalStateException("asked to scale");
        }

        @Override
        public int precision() {
            return Integer.MAX_VALUE;
        }
    }

    public static BigDecimal huge() {
        return new BigDecimal("1e1000000000");
    }

    public static BigDecimal hugeNegative() {
        return new BigDecimal("-1e2147483646");
    }

    public static BigDecimal tiny() {
        return new BigDecimal("1e-2000000000");
    }

    public static BigInteger wide() {
        return BigInteger.ONE.shiftLeft(3000);
    }

    public static Number odd() {
        return new Odd();
    }

    public static Number endless() {
        return new Endless();
    }

    public static BigDecimal overridden() {
        return new Overridden();
    }

    public static LongAdder adder() {
        LongAdder adder = new LongAdder();
        adder.add((1L << 60) + 1);
        return adder;
    }

    public static int good() {
        return 7;
    }

    static void run(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw Shop.<RuntimeException>unchecked(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable t) throws T {
        throw (T) t;
    }
}

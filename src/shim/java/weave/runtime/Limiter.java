package weave.runtime;

/**
 * At most so many events in each period of time, however it is laid: what a recorder without a throttle of its own leaves to us. Events
 * come through one by one or all at once, until there have been enough.
 *
 * <p>The times of the latest events are kept in a ring, and one more comes through when the oldest of them is a period ago. Where that
 * were too many, each time stands for a group of events: it is that of the last of them, so the limit holds all the same.
 */
public final class Limiter {
    /** So many times are kept at most. */
    private static final int MOST = 1 << 12;
    private static final long SECOND = 1000000000L;
    private static final String[] UNITS = {"ns", "us", "ms", "s", "m", "h", "d"};
    private static final long[] NANOS = {1, 1000L, 1000000L, SECOND, 60 * SECOND, 3600 * SECOND, 86400 * SECOND};

    private final String declared;
    private String rate;
    /** There is no limit, or nothing comes through. Otherwise nothing does before {@link #next}. */
    private volatile boolean isOff;
    private volatile boolean isShut;
    private volatile long next;
    private long period;
    private long[] times;
    private int group;
    /** Where the time of the current group lies, and how many events it has had. */
    private int at;
    private int had;
    private boolean isFull;

    /** Declared by the rules: {@code 100/s}, or {@code off}. */
    public Limiter(String declared) {
        this.declared = declared;
        set(declared);
    }

    /**
     * What the recordings that run want: the most of it, as the recorder's own throttle does. None says anything: what was declared. What
     * was counted is forgotten only if the limit changes.
     */
    public synchronized void set(Iterable<String> wanted) {
        String most = null;
        for (String one : wanted) {
            if (isRate(one) && (most == null || perNano(one) > perNano(most))) {
                most = one;
            }
        }
        String now = most == null ? declared : most;
        if (!now.equals(rate)) {
            set(now);
        }
    }

    private synchronized void set(String newRate) {
        rate = newRate;
        isOff = !isRate(newRate) || isOff(newRate);
        isShut = !isOff && amount(newRate) == 0;
        if (isOff || isShut) {
            return;
        }
        long unit = unit(newRate);
        // A limit of less than a second is one of a second, as in the recorder.
        long scale = unit < SECOND ? SECOND / unit : 1;
        long amount = amount(newRate) > Long.MAX_VALUE / scale ? Long.MAX_VALUE : amount(newRate) * scale;
        period = Math.max(unit, SECOND);
        group = (int) Math.min((amount - 1) / MOST + 1, Integer.MAX_VALUE);
        times = new long[(int) Math.min(amount / group, MOST)];
        at = 0;
        had = 0;
        isFull = false;
        next = System.nanoTime();
    }

    /** Whether one more event comes through; it is counted then. */
    boolean accepts() {
        if (isOff) {
            return true;
        }
        return !isShut && System.nanoTime() - next >= 0 && count();
    }

    private synchronized boolean count() {
        long now = System.nanoTime();
        if (isOff || isShut || now - next < 0) {
            return isOff;
        }
        times[at] = now;
        if (++had == group) {
            had = 0;
            at++;
            if (at == times.length) {
                at = 0;
                isFull = true;
            }
            if (isFull) {
                next = times[at] + period;
            }
        }
        return true;
    }

    private static boolean isOff(String rate) {
        return rate.trim().equals("off");
    }

    private static boolean isRate(String text) {
        if (isOff(text)) {
            return true;
        }
        try {
            return amount(text) >= 0 && unit(text) > 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static double perNano(String rate) {
        return isOff(rate) ? Double.POSITIVE_INFINITY : (double) amount(rate) / unit(rate);
    }

    private static long amount(String rate) {
        int slash = rate.indexOf('/');
        return slash < 0 ? -1 : Long.parseLong(rate.substring(0, slash).trim());
    }

    /** In nanoseconds; 0 for what is no unit. */
    private static long unit(String rate) {
        String unit = rate.substring(rate.indexOf('/') + 1).trim();
        for (int i = 0; i < UNITS.length; i++) {
            if (UNITS[i].equals(unit)) {
                return NANOS[i];
            }
        }
        return 0;
    }
}

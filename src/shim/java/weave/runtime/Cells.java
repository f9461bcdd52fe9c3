package weave.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many bytes may be allocated until the next sample, in cells that threads share by their numbers.
 *
 * <p>The gaps between samples are exponential: they have no memory, so it does not matter whose gap a thread uses up, and no thread
 * needs one of its own. An update may be lost when two threads use a cell at once. With 4096 cells that is rare, and the estimate
 * stays within a fraction of a percent. Initialized when the sampler is started first: then HotSpot knows the array.
 */
final class Cells {
    private static final int STRIPES = 4096;
    /** A cell has two cache lines to itself. */
    private static final int SHIFT = 4;
    /**
     * The longest part of a gap. A longer gap is cut into parts, since what is left of an exponential gap is distributed as a whole one. A compiled
     * loop may hold its cell in a register, and the flags too: at the end of a part it reads them anew.
     */
    private static final long LONGEST = 16 << 20;
    private static final long[] CELLS = new long[STRIPES << SHIFT];
    private static final long ROUNDING = Sizes.alignment() - 1;
    /** Compares and sets a cell; null before JDK 9. */
    private static final MethodHandle COMPARE_AND_SET = compareAndSet();
    private static final Object LOCK = new Object();

    /** Gaps that were drawn, and their sum. */
    static final LongAdder GAPS = new LongAdder();
    static final LongAdder GAP_BYTES = new LongAdder();

    /** Whether the sampler runs. Not volatile: that would cost more than the rest. While it is set, the loop around writes to memory. */
    static boolean isOn;

    /** Whether samples have their objects; not volatile for the same reason. */
    static boolean isTracking;

    /** The mean gap in bytes; 0: every allocation is sampled. */
    static volatile long rate;

    private Cells() {}

    /** Counts an allocation of this size. True: a sample is due. */
    static boolean take(long size) {
        return (CELLS[index()] -= size) < 0;
    }

    /** The same for a size that the VM rounds up. */
    static boolean takeAligned(long size) {
        return take(size + ROUNDING & ~ROUNDING);
    }

    static long aligned(long size) {
        return size + ROUNDING & ~ROUNDING;
    }

    private static int index() {
        return ((int) Thread.currentThread().getId() & STRIPES - 1) << SHIFT;
    }

    /**
     * Draws the next gap. False: another thread has done so, and the sample is its own. This comes before all else that a sample takes:
     * what is allocated on the cell meanwhile would be sampled too, and more often than it should be.
     */
    static boolean redraw() {
        int index = index();
        long left = CELLS[index];
        if (left >= 0) {
            return false;
        }
        long gap = draw(rate);
        long part = Math.min(gap, LONGEST);
        if (!set(index, left, part)) {
            return false;
        }
        // Beside the cell: whether more of the gap follows.
        boolean isEnd = CELLS[index + 1] == 0;
        CELLS[index + 1] = gap - part;
        GAP_BYTES.add(part);
        if (isEnd) {
            GAPS.increment();
        }
        return isEnd;
    }

    /** All cells begin anew, with gaps of this mean. */
    static void begin(long mean) {
        rate = mean;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            begin(stripe << SHIFT);
        }
    }

    /** The cell of this thread begins anew. */
    static void renew() {
        begin(index());
    }

    private static void begin(int index) {
        long gap = draw(rate);
        CELLS[index] = Math.min(gap, LONGEST);
        CELLS[index + 1] = gap - CELLS[index];
    }

    /** An exponentially distributed number with this mean. */
    static long draw(long mean) {
        // In (0, 1]: its logarithm is finite.
        double chance = 1 - ThreadLocalRandom.current().nextDouble();
        return mean == 0 ? 0 : (long) (-Math.log(chance) * mean);
    }

    private static boolean set(int index, long left, long gap) {
        if (COMPARE_AND_SET == null) {
            synchronized (LOCK) {
                boolean isSame = CELLS[index] == left;
                if (isSame) {
                    CELLS[index] = gap;
                }
                return isSame;
            }
        }
        try {
            return (boolean) COMPARE_AND_SET.invokeExact(CELLS, index, left, gap);
        } catch (Throwable t) {
            return false;
        }
    }

    private static MethodHandle compareAndSet() {
        try {
            Class<?> handle = Class.forName("java.lang.invoke.VarHandle");
            Class<?> mode = Class.forName("java.lang.invoke.VarHandle$AccessMode");
            Object made = MethodHandles.class.getMethod("arrayElementVarHandle", Class.class).invoke(null, long[].class);
            Object compareAndSet = mode.getMethod("valueFromMethodName", String.class).invoke(null, "compareAndSet");
            MethodHandle found = (MethodHandle) handle.getMethod("toMethodHandle", mode).invoke(made, compareAndSet);
            return found.asType(MethodType.methodType(boolean.class, long[].class, int.class, long.class, long.class));
        } catch (Exception e) {
            return null;
        }
    }
}

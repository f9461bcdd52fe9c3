package weave.recording;

import java.util.Arrays;

/**
 * Durations: how many, how long together, how long at most, and how they are spread. The first ones are kept as they are; from then on they are
 * counted in steps, 16 for each doubling, of which only those between the shortest and the longest are there.
 */
final class Measure {
    /** How many are kept as they are. */
    static final int EXACT = 8;

    long count;
    long duration;
    long exceptions;
    long max;
    /** False when some came as sums: then their spread is not known. */
    boolean isSpread = true;
    private long[] exact;
    private int[] steps;
    private int first;

    void add(long nanos, boolean isException) {
        spread(nanos);
        count++;
        duration += nanos;
        max = Math.max(max, nanos);
        exceptions += isException ? 1 : 0;
    }

    void addSum(long number, long nanos, long thrown) {
        count += number;
        duration += nanos;
        exceptions += thrown;
        isSpread = false;
        exact = null;
        steps = null;
    }

    /** Adds what the other holds: its sums only, so the spread is lost. */
    void addSums(Measure other) {
        addSum(other.count, other.duration, other.exceptions);
        max = Math.max(max, other.max);
    }

    private void spread(long nanos) {
        if (!isSpread) {
            return;
        }
        if (steps == null) {
            if (exact == null) {
                exact = new long[2];
            }
            if (count < EXACT) {
                if (count == exact.length) {
                    exact = Arrays.copyOf(exact, (int) Math.min(EXACT, count * 2));
                }
                exact[(int) count] = nanos;
                return;
            }
            long[] all = exact;
            exact = null;
            first = step(all[0]);
            steps = new int[1];
            for (long one : all) {
                step(step(one), 1);
            }
        }
        step(step(nanos), 1);
    }

    private void step(int step, int number) {
        if (step < first) {
            int more = Math.min(first, first - step + 4);
            int[] wider = new int[steps.length + more];
            System.arraycopy(steps, 0, wider, more, steps.length);
            steps = wider;
            first -= more;
        } else if (step - first >= steps.length) {
            steps = Arrays.copyOf(steps, step - first + 5);
        }
        steps[step - first] += number;
    }

    /** The duration that so much of all are not longer than, by nearest rank; -1 if it is not known. */
    long percentile(double part) {
        if (!isSpread || count == 0) {
            return -1;
        }
        long rank = Math.max(1, (long) Math.ceil(part * count - 1e-9));
        if (steps == null) {
            long[] sorted = Arrays.copyOf(exact, (int) count);
            Arrays.sort(sorted);
            return sorted[(int) rank - 1];
        }
        long seen = 0;
        for (int i = 0; i < steps.length; i++) {
            seen += steps[i];
            if (seen >= rank) {
                return Math.min(max, middle(first + i));
            }
        }
        return max;
    }

    /** The step of a duration. */
    static int step(long nanos) {
        if (nanos < 16) {
            return (int) Math.max(0, nanos);
        }
        int exponent = 63 - Long.numberOfLeadingZeros(nanos);
        return 16 * (exponent - 3) + (int) (nanos >> exponent - 4) - 16;
    }

    /** The duration in the middle of a step. */
    static long middle(int step) {
        if (step < 16) {
            return step;
        }
        int shift = step / 16 - 1;
        return (16L + step % 16 << shift) + ((1L << shift) - 1) / 2;
    }
}

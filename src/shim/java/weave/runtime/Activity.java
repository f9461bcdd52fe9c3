package weave.runtime;

import java.util.concurrent.atomic.LongAdder;

/** How many payloads of a probe have ended, and how long they took: what its default telemetries show. */
final class Activity {
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private long shownCount;
    private long shownNanos;
    private long lastCount;
    private long lastNanos;

    void add(long duration) {
        nanos.add(duration);
        count.increment();
    }

    /** What has come since the last time is what is shown now. Called by one thread. */
    void advance() {
        long newCount = count.sum();
        long newNanos = nanos.sum();
        lastCount = newCount - shownCount;
        lastNanos = newNanos - shownNanos;
        shownCount = newCount;
        shownNanos = newNanos;
    }

    long count() {
        return lastCount;
    }

    /** In nanoseconds; null if there was none. */
    Number average() {
        if (lastCount == 0) {
            return null;
        }
        return Double.valueOf((double) lastNanos / lastCount);
    }
}

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

    /** In nanoseconds; 0 if there was none: tools draw what stands for no value in a recording as a value. */
    double average() {
        return lastCount == 0 ? 0 : (double) lastNanos / lastCount;
    }
}

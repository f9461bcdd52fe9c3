package weave.runtime;

import java.util.concurrent.atomic.LongAdder;

/** How many payloads of a probe have ended, and how long they took: what its default telemetries show. */
final class Activity {
    private final LongAdder count = new LongAdder();
    /** Of those that were timed, each as often as it stands for others. */
    private final LongAdder nanos = new LongAdder();
    private final LongAdder timed = new LongAdder();
    /** Changes whenever the values are shown. Read by every payload, and it does not matter if a thread sees it late. */
    int second;
    private long shownCount;
    private long shownNanos;
    private long shownTimed;
    private long lastCount;
    private long lastNanos;
    private long lastTimed;

    void add() {
        count.increment();
    }

    void add(long duration, int weight) {
        count.increment();
        nanos.add(duration * weight);
        timed.add(weight);
    }

    /** What has come since the last time is what is shown now. Called by one thread. */
    void advance() {
        second++;
        long newCount = count.sum();
        long newNanos = nanos.sum();
        long newTimed = timed.sum();
        lastCount = newCount - shownCount;
        lastNanos = newNanos - shownNanos;
        lastTimed = newTimed - shownTimed;
        shownCount = newCount;
        shownNanos = newNanos;
        shownTimed = newTimed;
    }

    long count() {
        return lastCount;
    }

    /** In nanoseconds; 0 if there was none: tools draw what stands for no value in a recording as a value. */
    double average() {
        return lastTimed == 0 ? 0 : (double) lastNanos / lastTimed;
    }
}

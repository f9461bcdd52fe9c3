package weave.runtime;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Payloads of a probe that has no single events, added up by name until somebody takes them. None is lost on the way. */
final class Totals {
    /** So many names are told apart at a time. */
    private static final int MOST = 4096;
    /** What stands for all further ones. */
    private static final String OTHERS = "\u2026";

    private final ConcurrentHashMap<String, Total> totals = new ConcurrentHashMap<String, Total>();

    void add(String name, long nanos, boolean failed) {
        while (true) {
            String key = name;
            Total total = totals.get(key);
            if (total == null) {
                key = totals.size() < MOST ? name : OTHERS;
                Total made = new Total();
                Total earlier = totals.putIfAbsent(key, made);
                total = earlier == null ? made : earlier;
            }
            if (total.add(nanos, failed)) {
                return;
            }
            totals.remove(key, total);
        }
    }

    /** Gives all that has come since the last time to the channel, and forgets the names that nothing has come of. */
    synchronized void drain(Channel channel) {
        for (Map.Entry<String, Total> entry : totals.entrySet()) {
            Total total = entry.getValue();
            if (!total.report(entry.getKey(), channel)) {
                totals.remove(entry.getKey(), total);
            }
        }
    }

    private static final class Total {
        /** The count of one that takes nothing more. */
        private static final long RETIRED = Long.MIN_VALUE / 2;

        private final AtomicLong count = new AtomicLong();
        private final LongAdder nanos = new LongAdder();
        private final LongAdder exceptions = new LongAdder();
        private long reportedCount;
        private long reportedNanos;
        private long reportedExceptions;

        /** False: it takes nothing more. The count goes last, so that what has been counted is there. */
        boolean add(long duration, boolean failed) {
            nanos.add(duration);
            if (failed) {
                exceptions.increment();
            }
            return count.incrementAndGet() > 0;
        }

        /** False: nothing has come, and it takes nothing more. */
        boolean report(String name, Channel channel) {
            long newCount = count.get();
            if (newCount == reportedCount) {
                return !count.compareAndSet(newCount, RETIRED);
            }
            long newNanos = nanos.sum();
            long newExceptions = exceptions.sum();
            channel.total(name, newCount - reportedCount, newNanos - reportedNanos, newExceptions - reportedExceptions);
            reportedCount = newCount;
            reportedNanos = newNanos;
            reportedExceptions = newExceptions;
            return true;
        }
    }
}

package weave.recording;

/** What a report is of: from when to when, and how that is cut. Times are nanoseconds since 1970. */
final class Span {
    static final int BUCKETS = 600;
    static final int CELLS = 60;
    static final int STEPS = 400;

    final long start;
    final long end;
    /** True when events outside are left out; otherwise they belong to the first or the last bucket. */
    final boolean isCut;
    final long bucketNanos;
    final long cellNanos;
    final long stepNanos;

    Span(long start, long end, boolean isCut) {
        this.start = start;
        this.end = Math.max(end, start + 1);
        this.isCut = isCut;
        long length = this.end - start;
        bucketNanos = (length + BUCKETS - 1) / BUCKETS;
        cellNanos = bucketNanos * (BUCKETS / CELLS);
        stepNanos = (length + STEPS - 1) / STEPS;
    }

    boolean has(long time) {
        return !isCut || time >= start && time < end;
    }

    int bucket(long time) {
        return part(time, bucketNanos, BUCKETS);
    }

    int cell(long time) {
        return part(time, cellNanos, CELLS);
    }

    int step(long time) {
        return part(time, stepNanos, STEPS);
    }

    private int part(long time, long nanos, int parts) {
        return (int) Math.max(0, Math.min(parts - 1, (time - start) / nanos));
    }
}

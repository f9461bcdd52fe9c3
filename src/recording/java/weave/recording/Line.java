package weave.recording;

import java.util.Arrays;

/** What something did in each step of the time: that which took the most of it, by vote. */
final class Line {
    static final int IDLE = -1;

    private int first;
    private int[] kinds = new int[0];
    /** By how much the kind leads. */
    private long[] leads = new long[0];

    void add(Span span, int kind, long time, long nanos) {
        int from = span.step(time);
        int to = span.step(Math.max(time, time + nanos - 1));
        for (int step = from; step <= to; step++) {
            long begin = Math.max(time, span.start + step * span.stepNanos);
            long end = Math.min(time + nanos, span.start + (step + 1) * span.stepNanos);
            vote(step, kind, Math.max(0, end - begin));
        }
    }

    private void vote(int step, int kind, long nanos) {
        if (kinds.length == 0) {
            first = step;
        }
        if (step < first) {
            int more = first - step;
            int[] widerKinds = new int[kinds.length + more];
            long[] widerLeads = new long[leads.length + more];
            System.arraycopy(kinds, 0, widerKinds, more, kinds.length);
            System.arraycopy(leads, 0, widerLeads, more, leads.length);
            kinds = widerKinds;
            leads = widerLeads;
            first = step;
        } else if (step - first >= kinds.length) {
            kinds = Arrays.copyOf(kinds, step - first + 1);
            leads = Arrays.copyOf(leads, step - first + 1);
        }
        int at = step - first;
        if (leads[at] == 0 || kinds[at] == kind) {
            kinds[at] = kind;
            leads[at] += Math.max(1, nanos);
        } else if (leads[at] > nanos) {
            leads[at] -= nanos;
        } else {
            kinds[at] = kind;
            leads[at] = Math.max(1, nanos - leads[at]);
        }
    }

    boolean isEmpty() {
        return kinds.length == 0;
    }

    int first() {
        return first;
    }

    int last() {
        return first + kinds.length - 1;
    }

    private int kind(int step) {
        int at = step - first;
        return at >= 0 && at < kinds.length && leads[at] > 0 ? kinds[at] : IDLE;
    }

    /** [from, to, kind, …] from one step to another, equal ones in one. */
    void write(Json json, int from, int to) {
        json.beginArray();
        int begun = from;
        for (int step = from; step <= to; step++) {
            if (step == to || kind(step) != kind(step + 1)) {
                json.value(begun).value(step + 1).value(kind(step));
                begun = step + 1;
            }
        }
        json.endArray();
    }
}

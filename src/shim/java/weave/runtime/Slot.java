package weave.runtime;

/** What one thread has open of one probe: the topmost frame says it all. */
final class Slot {
    /** The weight of a payload that is counted and not timed. */
    static final byte UNTIMED = -1;
    /** So many payloads of one second are timed, each for itself. */
    private static final int EACH = 1000;

    Frame top;
    private int second;
    private int payloads;
    /** How many more are not timed, and for how many the next one then stands. */
    private int left;
    private byte gap;
    private int random;

    /** The innermost entry; null if there is none. */
    private Entry entry() {
        Frame frame = top;
        return frame == null ? null : frame.entry;
    }

    /** For how many payloads the next one stands in an average: two readings of the clock for each of millions would be felt. */
    byte weight(Activity activity) {
        if (second != activity.second) {
            second = activity.second;
            payloads = 0;
        }
        if (payloads < EACH) {
            payloads++;
            return 1;
        }
        if (left > 0) {
            left--;
            return UNTIMED;
        }
        byte stoodFor = gap == 0 ? 1 : gap;
        // Of payloads that take turns, a fixed gap would always time the same ones. Gaps are 1 to 127, the high bits of a congruential
        // generator (Numerical Recipes).
        random = random * 1664525 + 1013904223;
        gap = (byte) Math.min(1 + (random >>> 25), Byte.MAX_VALUE);
        left = gap - 1;
        return stoodFor;
    }

    /** Whether this interception, not being reentrant, runs already. */
    boolean runs(int interception) {
        Frame frame = top;
        return frame != null && frame.runs(interception);
    }

    /** The one open payload of the interceptions: inner ones change it. */
    Entry open() {
        Entry entry = entry();
        return entry == null ? null : entry.open;
    }

    /** The innermost entry that has an event, be it of an interception or of an allow rule. */
    Entry innermost() {
        Entry entry = entry();
        return entry == null ? null : entry.innermost;
    }

    /** The latest payload interception, or split with payloads, with an event or without. */
    Entry latest() {
        for (Frame frame = top; frame != null; frame = frame.under) {
            if (frame instanceof Entry && !frame.is(Shim.OWN_EVENT) && Entry.makesPayload(frame.flags)) {
                return (Entry) frame;
            }
        }
        return null;
    }

    /** The innermost split. */
    Split split() {
        Entry entry = entry();
        return entry == null ? null : entry.innermostSplit;
    }
}

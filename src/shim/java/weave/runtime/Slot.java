package weave.runtime;

/** What one thread has open of one probe: the topmost frame says it all. */
final class Slot {
    Frame top;

    /** The innermost entry; null if there is none. */
    private Entry entry() {
        Frame frame = top;
        return frame == null ? null : frame.entry;
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
        Entry entry = entry();
        return entry == null ? null : entry.latest;
    }

    /** The innermost split. */
    Split split() {
        Entry entry = entry();
        return entry == null ? null : entry.innermostSplit;
    }
}

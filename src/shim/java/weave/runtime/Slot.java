package weave.runtime;

/** What one thread has open of one probe. Each entry keeps what it covers, and puts it back when it goes. */
final class Slot {
    /** The one open payload of the interceptions: inner ones change it. */
    Entry open;
    /** The innermost entry that has an event, be it of an interception or of an allow rule. */
    Entry innermost;
    /** The innermost split. */
    Split split;
    /** The latest payload interception, or split with payloads, with an event or without. */
    Entry latest;
    /** The innermost interception that is not reentrant; the rest of them hang on it. */
    Entry guard;
}

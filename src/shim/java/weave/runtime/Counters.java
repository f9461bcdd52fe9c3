package weave.runtime;

import java.util.concurrent.atomic.AtomicLong;

/** What went wrong, and how often. */
final class Counters {
    /** Failures of the shim's own code, and of event types that could not be loaded. */
    static final AtomicLong FAILURES = new AtomicLong();
    /** Values that could not be turned into text. */
    static final AtomicLong TEXTS = new AtomicLong();
    /** Entries whose exit never came, found by comparing with the real stack. */
    static final AtomicLong LOST = new AtomicLong();

    private Counters() {}
}

package weave.runtime;

/**
 * Whether there is stack enough to record an event. While a stack overflow makes its way up, every woven frame on the way would
 * record one, the first of them with next to no stack left. An overflow in the midst of writing an event leaves JFR's buffer of
 * this thread in a state from which it loses all later events (JDK 17).
 */
final class Headroom {
    /** Frames of at least 32 bytes: several times what recording takes. */
    private static final int FRAMES = 512;

    private Headroom() {}

    /** Throws a StackOverflowError if not. */
    static void check() {
        descend(FRAMES);
    }

    private static int descend(int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + 1;
    }
}

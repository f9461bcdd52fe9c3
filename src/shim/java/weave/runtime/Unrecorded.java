package weave.runtime;

/**
 * The guard in front of all recording, as long as no recording has run in this JVM.
 *
 * <p>A compiled loop reads a plain field once, before it begins, if nothing in it may change the field; so one that runs when the
 * first recording starts would never see the flag of a {@link Binding} change. Reading it anew each time is too dear. But HotSpot
 * compiles a call of {@link #records} as {@code false} only until another class overrides it: linking {@link Recorded} makes it throw
 * away the code that was compiled so, which the first event would make it do anyway.
 */
class Unrecorded {
    private static Unrecorded guard = new Unrecorded();
    /** Enough for a profile. */
    private static final int REHEARSALS = 20_000;

    /** Whether a recording runs that the binding records for. */
    static boolean isRecorded(Binding binding) {
        return guard.records(binding);
    }

    /**
     * A recording runs, and the flags say so: were they raised later, loops could be compiled anew before.
     *
     * <p>What woven code asks from now on is asked here for some binding that records (null: there is none so far), as much of it as can be before that code is thrown
     * away: HotSpot compiles it anew at once, and would not inline what it has never seen run.
     */
    static void end(Binding some) {
        if (guard.getClass() != Unrecorded.class || some == null) {
            return;
        }
        Channel channel = some.channel;
        boolean isOn = false;
        for (int i = 0; i < REHEARSALS && channel != null; i++) {
            isOn |= channel.isOn();
        }
        guard = Recorded.made();
        for (int i = 0; i < REHEARSALS && channel != null && some.channel == channel; i++) {
            isOn |= guard.records(some);
        }
    }

    boolean records(Binding binding) {
        return false;
    }
}

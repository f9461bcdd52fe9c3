package weave.runtime;

/**
 * The guard once a recording has run: whether the binding records, and any event is on. Loaded with the first recording, and not
 * before.
 */
final class Recorded extends Unrecorded {
    /** Not by its constructor: the verifier would load this class with the one that calls it. */
    static Unrecorded made() {
        return new Recorded();
    }

    @Override
    boolean records(Binding binding) {
        Channel channel = binding.channel;
        return channel == null ? Idle.isRecorded(binding) : channel.isOn();
    }
}

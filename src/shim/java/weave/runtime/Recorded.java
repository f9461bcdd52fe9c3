package weave.runtime;

/**
 * The guard once a recording has run: whether the binding records, and any event is on. Loaded with the first recording, and not
 * before.
 */
final class Recorded extends Unrecorded {
    @Override
    boolean records(Binding binding) {
        Channel channel = binding.channel;
        if (channel == null) {
            // A volatile field: behind it a compiled loop reads the plain ones anew.
            return Probes.isRunning() && binding.channel != null;
        }
        return channel.isOn();
    }
}

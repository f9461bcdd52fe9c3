package weave.runtime;

/** The guard once a recording has run: the flag of the binding. Loaded with the first recording, and not before. */
final class Recorded extends Unrecorded {
    @Override
    boolean records(Binding binding) {
        return binding.recording;
    }
}

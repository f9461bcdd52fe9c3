package weave.runtime;

/** The sampler has been started, or is being started. Loaded then, and not before. */
final class Touched extends Untracked {
    /** Not by its constructor: the verifier would load this class with the one that calls it. */
    static Untracked made() {
        return new Touched();
    }

    @Override
    boolean isTouched() {
        return true;
    }
}

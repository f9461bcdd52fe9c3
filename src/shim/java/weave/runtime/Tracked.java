package weave.runtime;

/** The guard once references have been wanted. Loaded then, and not before. */
final class Tracked extends Untracked {
    /** Not by its constructor: the verifier would load this class with the one that calls it. */
    static Untracked made() {
        return new Tracked();
    }

    @Override
    boolean tracks() {
        return Cells.isTracking;
    }

    @Override
    boolean isTouched() {
        return true;
    }
}

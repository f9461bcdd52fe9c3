package weave.runtime;

/**
 * What generated code commits for a sampled allocation. JFR puts the method that commits an event on top of its stack: so the
 * adapter commits it, and no other method of ours is in the stack.
 */
public interface Sample {
    /** Records the sample. */
    void commit();

    /** The next sample of the same site: an array of arrays is several objects. Null: there is none. */
    Sample next();
}

package weave.runtime;

/**
 * Whether the sampler is about to be started for the first time. Between the loading of {@link Counting} and the change of the guard a loop could be
 * compiled that reads the guard once, and never sees it change. So this is told before, in the same way: what is compiled from then on reads
 * a volatile field in {@link Unsampled}, and what was compiled before is thrown away with {@link Counting}.
 */
class Pristine {
    static Pristine guard = new Pristine();

    boolean isTouched() {
        return false;
    }
}

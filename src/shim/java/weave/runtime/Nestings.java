package weave.runtime;

/**
 * Which methods have been seen inside of which others.
 *
 * <p>A call that seems to be inside of another may be the first one after the token of that was lost. The real stack tells, at a price that
 * calls inside of calls cannot pay each time: so it is asked once for each two methods. Racy on purpose: at worst it is asked again.
 */
final class Nestings {
    /** A power of two. Beyond as many nothing is looked at for this reason. */
    private static final int MOST = 1 << 11;
    private static final int[] SEEN = new int[MOST];
    private static int count;

    private Nestings() {}

    /** Whether a call at {@code inner}, see {@link #site}, may be inside of one at {@code outer} for all that is known. */
    static boolean isPlausible(int outer, int inner) {
        int nesting = nesting(outer, inner);
        return SEEN[place(nesting)] == nesting || count >= MOST;
    }

    /** It has been seen inside of it, or at least there is no telling. */
    static void add(int outer, int inner) {
        int nesting = nesting(outer, inner);
        SEEN[place(nesting)] = nesting;
        count++;
    }

    private static int nesting(int outer, int inner) {
        return outer * 31 + inner;
    }

    private static int place(int nesting) {
        return (nesting ^ nesting >>> 16) & MOST - 1;
    }

    /** A number for an interception in a method; the names may be null. */
    static int site(int interception, String declaringClass, String method) {
        int names = declaringClass == null || method == null ? 0 : declaringClass.hashCode() * 31 + method.hashCode();
        return names * 31 + interception;
    }
}

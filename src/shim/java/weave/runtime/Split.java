package weave.runtime;

/** The split that one call makes in the tree of calls: an event of its own, whatever becomes of the payload. */
final class Split {
    /** Its clock runs. */
    final Object event;
    /** The number of the payload that the same call records, else one of its own. */
    final long id;
    /** The number of the split of this probe that it is inside of; 0 if there is none. */
    final long outer;
    /** How many splits of this probe it is inside of. */
    final int depth;
    /** Null until the call has given it. */
    String name;

    Split(Object event, long id, Split outer) {
        this.event = event;
        this.id = id;
        this.outer = outer == null ? 0 : outer.id;
        this.depth = outer == null ? 0 : outer.depth + 1;
    }
}

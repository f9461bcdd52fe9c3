package weave.runtime;

/** The split that one call makes in the tree of calls: an event of its own, whatever becomes of the payload. */
final class Split {
    /** Its clock runs. */
    final Object event;
    /** The number of the payload that the same call records, else one of its own. */
    final long id;
    /** The number of the split of this probe that it is inside of; 0 if there is none. */
    long outer;
    /** How many splits of this probe it is inside of. */
    int depth;
    /** Null until the call has given it. */
    String name;

    Split(Object event, long id, Split outer) {
        this.event = event;
        this.id = id;
        isInside(outer);
    }

    void isInside(Split split) {
        outer = split == null ? 0 : split.id;
        depth = split == null ? 0 : split.depth + 1;
    }
}

package weave.runtime;

/** A place in woven code that allocates. Made by {@link Sampler#sites} alone. */
public final class Site {
    final Sites table;
    final int number;
    /** Of the object, or of the array without its elements; 0 until it is known. */
    int size;
    /** The size of an element, as a power of two. */
    int shift;
    /** The class of what is allocated here; null until it is wanted. Only woven code of its loader holds it. */
    Class<?> type;
    /** What the table says of it; null until it is wanted. */
    private Place place;

    Site(Sites table, int number) {
        this.table = table;
        this.number = number;
    }

    /** The class of what is allocated here; null if it is not found. */
    Class<?> type() {
        Class<?> known = type;
        if (known == null) {
            known = table.type(place());
            type = known;
        }
        return known;
    }

    Place place() {
        Place known = place;
        if (known == null) {
            known = table.place(number);
            place = known;
        }
        return known;
    }
}

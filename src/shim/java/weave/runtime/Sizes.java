package weave.runtime;

/**
 * How large objects are. The VM is asked: the bytes that a thread has allocated rise by the size of an object that it makes. Where that is
 * not to be had, {@link Layout} reckons.
 */
final class Sizes {
    /** Elements of 1, 2, 4 and 8 bytes. */
    private static final int SHIFTS = 4;
    private static final int LONGEST = 4096;
    private static final long LONGEST_WAIT_MILLIS = 2000;

    private static volatile AllocatedBytes allocated;
    private static int alignment = 8;
    private static int references = 2;
    /** Of an array without its elements, by the size of these. */
    private static final int[] BASES = {16, 16, 16, 16};
    private static boolean isPrepared;

    private Sizes() {}

    /** Asks the VM about arrays. To be called once, before all else, and not from a class initializer: it loads the management beans. */
    static synchronized void prepare() {
        if (isPrepared) {
            return;
        }
        isPrepared = true;
        allocated = AllocatedBytes.made();
        if (allocated != null) {
            ask();
            return;
        }
        // Nothing is counted for virtual threads: perhaps this is one.
        Thread thread = new Thread("weave sizes") {
            @Override
            public void run() {
                AllocatedBytes found = AllocatedBytes.made();
                if (found != null) {
                    allocated = found;
                    ask();
                }
            }
        };
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(LONGEST_WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (allocated == null) {
            reckon();
        }
    }

    private static void ask() {
        int empty = allocated.array(new byte[0].getClass(), 0);
        int length = 1;
        while (allocated.array(byte[].class, length) == empty && length < LONGEST) {
            length++;
        }
        alignment = allocated.array(byte[].class, length) - empty;
        references = allocated.array(Object[].class, LONGEST) < LONGEST * 6 ? 2 : 3;
        Class<?>[] types = {byte[].class, short[].class, int[].class, long[].class};
        for (int shift = 0; shift < SHIFTS; shift++) {
            BASES[shift] = base(types[shift], shift);
        }
    }

    /** The last array that still has the size of the empty one fills it up. */
    private static int base(Class<?> type, int shift) {
        int empty = allocated.array(type, 0);
        int length = 1;
        while (allocated.array(type, length) == empty && length < LONGEST) {
            length++;
        }
        return empty - (length - 1 << shift);
    }

    private static void reckon() {
        boolean is64 = !"32".equals(Settings.property("sun.arch.data.model"));
        // Beyond 32 GB references are not compressed.
        references = is64 && Runtime.getRuntime().maxMemory() >= 32L << 30 ? 3 : 2;
        if (!is64) {
            BASES[0] = BASES[1] = BASES[2] = 12;
        }
    }

    /** Whether the VM can be asked. */
    static boolean areMeasured() {
        return allocated != null;
    }

    /** What sizes are rounded up to. */
    static int alignment() {
        return alignment;
    }

    /** The size of an element, as a power of two. The first letter of its descriptor says what it is. */
    static int shift(char element) {
        switch (element) {
            case 'Z':
            case 'B':
                return 0;
            case 'S':
            case 'C':
                return 1;
            case 'I':
            case 'F':
                return 2;
            case 'J':
            case 'D':
                return 3;
            default:
                return references;
        }
    }

    /** The size of an array without its elements. */
    static int base(char element) {
        return BASES[shift(element)];
    }

    /** The smallest object. */
    static int smallest() {
        return 8 + alignment - 1 & -alignment;
    }

    /** The size of an object of this class, which is none of arrays. Below zero: it is only reckoned. */
    static int of(Class<?> type) {
        int size = allocated == null ? 0 : allocated.object(type);
        return size > 0 ? size : -Layout.size(type, header(), 1 << references, alignment);
    }

    /** Of an object, before its fields: an array has its length besides. */
    private static int header() {
        int base = BASES[0];
        return base <= 12 ? 8 : base <= 16 ? 12 : 16;
    }

    /** The size of an array. */
    static long of(Class<?> component, int length) {
        char element = component.isPrimitive() ? element(component) : 'L';
        return Cells.aligned(base(element) + ((long) length << shift(element)));
    }

    private static char element(Class<?> primitive) {
        return primitive == boolean.class ? 'Z' : primitive == long.class ? 'J' : Character.toUpperCase(primitive.getName().charAt(0));
    }
}

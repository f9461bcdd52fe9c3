package weave.runtime;

/** What is known of a site. Texts only: it outlives the class loader of the woven code. */
final class Place {
    /** The type that it allocates, as a descriptor. */
    final String type;
    final String className;
    /** With its descriptor. */
    final String method;
    final int line;
    /** Of the instruction, in the method as it was before it was woven. */
    final int pc;
    /** How many levels of arrays are allocated at once; 0 for a single object. */
    final int levels;

    Place(String type, String className, String method, int line, int pc, int levels) {
        this.type = type;
        this.className = className;
        this.method = method;
        this.line = line;
        this.pc = pc;
        this.levels = levels;
    }

    /** For people and reports: {@code com.acme.Cart.total(I)J}. */
    String name() {
        return className + "." + method;
    }

    boolean isArray() {
        return type.startsWith("[");
    }
}

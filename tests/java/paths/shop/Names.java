package shop;

/** Names control objects. */
public final class Names {
    private static final java.util.Map<String, Integer> ASKED = new java.util.HashMap<>();

    private Names() {}

    public static String nameOf(Object object) {
        String name = ((Named) object).getName();
        if (name.isEmpty()) {
            throw new IllegalStateException("nameless");
        }
        return name + ", asked " + ASKED.merge(name, 1, Integer::sum);
    }
}

package vault;

/** An interface with a private method. */
public interface Door {
    String name();

    private String lock() {
        return "lock of " + name();
    }

    default Object pass(Door other) {
        return null;
    }
}

package vault;

/** Calls a woven method in a lambda. */
public class Later {
    private final String tag;

    public Later(String tag) {
        this.tag = tag;
    }

    private String tagged() {
        return "tagged " + tag;
    }

    public Runnable task(Box box) {
        return () -> box.keep(tag.isEmpty() ? null : of(this));
    }

    static Later of(Later later) {
        return later;
    }
}

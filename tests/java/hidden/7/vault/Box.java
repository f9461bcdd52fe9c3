package vault;

/** Its callers are woven. */
public class Box {
    public Object take(Safe safe) {
        return safe;
    }

    public Object keep(Object any) {
        return any;
    }
}

package vault;

import vault.base.Base;

/** A class with members that only it may read. */
public class Safe extends Base {
    /** How often private methods were called. */
    public static int asked;

    private static String brand = "acme";
    private final String code;
    private final Safe inner;
    private final int[] digits = {1, 2, 3};
    private double weight = 2.5;
    private char mark = 'x';
    private boolean open;
    private Lost lost;

    public Safe(String code, Safe inner) {
        this.code = code;
        this.inner = inner;
    }

    private String secret() {
        asked++;
        return "secret " + code;
    }

    private long number() {
        return 1L << 40;
    }

    private Safe next() {
        return inner;
    }

    private String failing() {
        throw new IllegalStateException("no");
    }

    public Object fields() {
        open = true;
        return null;
    }

    public Object methods() {
        return null;
    }

    public Object other(Safe other) {
        return null;
    }

    public static boolean same(Safe one, Safe other) {
        return one.code.equals(other.code);
    }

    public Object broken() {
        return "as ever";
    }

    public Object inherited(Safe other) {
        return null;
    }

    public Object based(Base other) {
        return lost;
    }

    public Object small(Small other) {
        return null;
    }

    public Safe ended() {
        weight = 7;
        return inner;
    }

    public void refuse() {
        weight = 9;
        throw new IllegalArgumentException("shut");
    }

    public Object twice(Safe other) {
        return null;
    }

    public Object owned(Safe owner) {
        return null;
    }

    public Object lent(Safe owner) {
        return null;
    }

    public Object calling(Box box) {
        return box.take(this);
    }
}

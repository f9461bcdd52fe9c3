/** Methods whose values are shown. */
class Valued {
    private final String name;

    Valued(int number) {
        this.name = "of " + number;
    }

    Valued(long number) {
        number++;
        this.name = "of " + number;
        inner();
        if (number < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    @Override
    public String toString() {
        return name;
    }

    static void enter(long first, byte second, double third, char[] fourth) {
        first = 0;
        fourth[0] = 'x';
    }

    Object exit(long first, Object second) {
        first = -1;
        second = "overwritten";
        if (name.equals("of 1")) {
            throw new IllegalArgumentException("one");
        }
        return name + " returned";
    }

    static double primitive(boolean fails) {
        if (fails) {
            throw new IllegalArgumentException("no number");
        }
        return 1.5;
    }

    void nothing() {}

    static void inner() {}

    static int twice() {
        return 2;
    }
}

/** Methods with allocation sites, as the weaver would weave them. */
final class Things {
    /** Two ints. */
    static class Small {
        int a;
        int b;
    }

    /** Ten longs. */
    static class Large {
        long a, b, c, d, e, f, g, h, i, j;
    }

    /** An object that a test keeps. */
    static final class Kept {
        final int number;

        Kept(int number) {
            this.number = number;
        }
    }

    private Things() {}

    static Small small() {
        Small made = new Small();
        Adapters.small(made);
        return made;
    }

    static Large large() {
        Large made = new Large();
        Adapters.large(made);
        return made;
    }

    static Kept kept(int number) {
        Kept made = new Kept(number);
        Adapters.kept(made);
        return made;
    }

    static byte[] bytes(int length) {
        byte[] made = new byte[length];
        Adapters.bytes(made);
        return made;
    }

    static long[] longs(int length) {
        long[] made = new long[length];
        Adapters.longs(made);
        return made;
    }

    static String[] references(int length) {
        String[] made = new String[length];
        Adapters.references(made);
        return made;
    }

    static int[][] nested(int outer, int inner) {
        int[][] made = new int[outer][inner];
        Adapters.nested(made);
        return made;
    }

    static Object copy(byte[] of) {
        Object made = of.clone();
        Adapters.copy(made);
        return made;
    }
}

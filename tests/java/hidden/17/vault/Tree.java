package vault;

/** A nest: classes that read each other's private members. */
public class Tree {
    private final String root = "root";
    private final Leaf leaf = new Leaf();

    public Object grow(Tree other) {
        return null;
    }

    public static Object pick(Leaf leaf) {
        return leaf;
    }

    public static Leaf leaf() {
        return new Tree().leaf;
    }

    /** A member of the nest. */
    public static class Leaf {
        private final int[] veins = new int[5];

        private String fallen() {
            return "fallen";
        }

        public Object turn(Tree tree, Leaf other, Branch branch) {
            return null;
        }
    }

    /** An interface of the nest. */
    public interface Branch {
        private String bent() {
            return "bent";
        }
    }
}

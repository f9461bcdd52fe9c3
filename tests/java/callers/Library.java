import java.lang.StackWalker.Option;
import java.lang.invoke.MethodHandles;
import java.util.function.Supplier;

/** Methods that answer with the name of a class: some with the one that calls them, others cannot tell which that is. */
class Library {
    static final StackWalker WALKER = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    public static class Log {
        public final String made;

        /** As loggers are made. */
        public Log() {
            made = Deep.third();
        }

        public static String direct() {
            return WALKER.getCallerClass().getName();
        }

        /** The one that asks is called from here: it sees this class. */
        public static String throughHelper() {
            return helper();
        }

        private static String helper() {
            return WALKER.getCallerClass().getName();
        }

        public static String deep() {
            return Deep.first(3);
        }

        public static String traced() {
            return Deep.trace(new IllegalStateException());
        }

        public static String inThread() {
            return Thread.currentThread().getStackTrace()[2].getClassName();
        }

        public static String inLambda() {
            Supplier<String> supplier = () -> Deep.third();
            return supplier.get();
        }

        public static String inContext() {
            return new Context().caller();
        }

        /** What is looked up from here is looked up for this class. */
        public static String lookedUp() throws Exception {
            Class.forName("Library");
            return MethodHandles.lookup().lookupClass().getName();
        }

        public static String recursive() {
            return Deep.even(4);
        }
    }

    static class Deep {
        static String first(int levels) {
            return levels == 0 ? third() : first(levels - 1);
        }

        static String third() {
            return WALKER.walk(frames -> frames.map(frame -> frame.getClassName()).filter(name -> !name.startsWith("Library")).findFirst()).get();
        }

        static String trace(Exception e) {
            return e.getStackTrace()[1].getClassName();
        }

        static String even(int n) {
            return n == 0 ? "even" : odd(n - 1);
        }

        static String odd(int n) {
            return n == 0 ? "odd" : even(n - 1);
        }
    }

    @SuppressWarnings("removal")
    static class Context extends SecurityManager {
        String caller() {
            return getClassContext()[2].getName().replaceFirst("\\$\\$.*", "");
        }
    }

    public interface Named {
        String name();
    }

    public static class Plain implements Named {
        public String name() {
            return "plain";
        }
    }

    /** Below a type whose own method has no code. */
    public static class Walking implements Named {
        public String name() {
            return Deep.third();
        }
    }

    public static class Quiet {
        public String quiet() {
            return "quiet";
        }
    }
}

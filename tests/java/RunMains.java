import java.io.PrintStream;

/**
 * Runs the {@code main} methods of several classes one after the other, in one JVM.
 *
 * <pre>java RunMains CLASS...</pre>
 */
public final class RunMains {
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        for (String name : arguments) {
            out.println("== " + name);
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }
}

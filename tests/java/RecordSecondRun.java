import java.nio.file.Path;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Runs a program twice in one JVM, the second time with a recording that starts when all classes have been used already.
 *
 * <pre>java RecordSecondRun RECORDING.jfr MAIN_CLASS [ARGUMENT]...</pre>
 */
public final class RecordSecondRun {
    public static void main(String[] arguments) throws Exception {
        String[] rest = new String[arguments.length - 2];
        System.arraycopy(arguments, 2, rest, 0, rest.length);
        var main = Class.forName(arguments[1]).getMethod("main", String[].class);
        main.invoke(null, (Object) rest);
        try (Recording recording = new Recording(Configuration.getConfiguration("default"))) {
            recording.start();
            main.invoke(null, (Object) rest);
            recording.stop();
            recording.dump(Path.of(arguments[0]));
        }
    }
}

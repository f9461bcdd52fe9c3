import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads each {@code NAME.class} in a folder, a class {@code T} with a method {@code static int run(int)}, in a loader of
 * its own, and prints {@code NAME: } with the results of {@code run(0)} to {@code run(3)}, sorted by name.
 */
public final class RunAll {
    public static void main(String[] arguments) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of(arguments[0]))) {
            files = all.sorted().toList();
        }
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            String name = file.getFileName().toString().replace(".class", "");
            StringBuilder line = new StringBuilder(name).append(':');
            try {
                Class<?> type = new ClassLoader() {
                    Class<?> define() {
                        return defineClass("T", bytes, 0, bytes.length);
                    }
                }.define();
                for (int n = 0; n < 4; n++) {
                    line.append(' ').append(type.getMethod("run", int.class).invoke(null, n));
                }
            } catch (InvocationTargetException e) {
                line.append(' ').append(e.getCause());
            } catch (LinkageError e) {
                line.append(' ').append(e);
            }
            System.out.println(line);
        }
    }
}

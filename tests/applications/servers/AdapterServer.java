import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a class of an unpacked resource adapter, whose jars have one class loader: {@code AdapterServer FOLDER CLASS}. */
public final class AdapterServer {
    public static void main(String[] arguments) throws Exception {
        List<URL> urls = new ArrayList<>();
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(arguments[0]), "*.jar")) {
            for (Path jar : jars) {
                urls.add(jar.toUri().toURL());
            }
        }
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), AdapterServer.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        loader.loadClass(arguments[1]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}

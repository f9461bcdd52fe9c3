import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Unpacks an EAR or RAR, or takes a folder of it, and runs its parts with the class loaders that an application server has, each the
 * parent of the next: that of the libraries, that of the modules, and one for each web application. {@code InServer ARCHIVE FOLDER}.
 */
public final class InServer {
    public static void main(String[] arguments) throws Exception {
        Path application = Path.of(arguments[0]);
        if (Files.isRegularFile(application)) {
            application = unpack(application, Files.createTempDirectory(Path.of(arguments[1]), "server"));
        }
        boolean adapter = Files.exists(application.resolve("META-INF/ra.xml"));
        ClassLoader shared = loader(InServer.class.getClassLoader(), adapter ? application : application.resolve("lib"));
        ClassLoader modules = adapter ? shared : loader(shared, application);
        for (String item : new String[] {"nail", "screw", "bolt"}) {
            run(modules, "shop.pricing.Prices", item);
        }
        for (String name : adapter ? List.<String>of() : List.of("first", "second")) {
            Path web = application.resolve(name + ".war");
            if (Files.isRegularFile(web)) {
                web = unpack(web, Files.createTempDirectory(Path.of(arguments[1]), name));
            }
            ClassLoader loader = loader(modules, web.resolve("WEB-INF/lib"), web.resolve("WEB-INF/classes"));
            for (String item : new String[] {"nail", "screw", "bolt"}) {
                run(loader, "shop." + name + '.' + name.substring(0, 1).toUpperCase() + name.substring(1), item);
            }
        }
        Class.forName("shop.shared.Done", true, shared).getMethod("print").invoke(null);
    }

    private static void run(ClassLoader loader, String name, String item) throws Exception {
        Class<?> part = Class.forName(name, true, loader);
        Method work = part.getMethod("work", String.class);
        System.out.println(work.invoke(part.getConstructor().newInstance(), item));
    }

    /** For the jars in a folder, and for folders of classes. */
    private static ClassLoader loader(ClassLoader parent, Path... places) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path place : places) {
            if (place.endsWith("classes")) {
                urls.add(place.toUri().toURL());
            } else if (Files.isDirectory(place)) {
                try (Stream<Path> files = Files.list(place)) {
                    for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
                        urls.add(jar.toUri().toURL());
                    }
                }
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), parent);
    }

    private static Path unpack(Path archive, Path folder) throws IOException {
        try (InputStream file = Files.newInputStream(archive); ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path to = folder.resolve(entry.getName());
                Files.createDirectories(entry.isDirectory() ? to : to.getParent());
                if (!entry.isDirectory()) {
                    Files.copy(zip, to);
                }
            }
        }
        return folder;
    }
}

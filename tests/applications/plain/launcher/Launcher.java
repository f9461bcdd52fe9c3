package launcher;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Runs a program from jars in the jar that this class comes from, as One-JAR does: {@code main/*.jar} and {@code lib/*.jar} are read into
 * memory, and one class loader has the classes of all.
 */
public final class Launcher extends ClassLoader {
    private final Map<String, List<byte[]>> contents = new LinkedHashMap<>();

    private Launcher() {
        super(Launcher.class.getClassLoader());
    }

    public static void main(String[] arguments) throws Exception {
        Launcher loader = new Launcher();
        try (JarFile outer = new JarFile(System.getProperty("java.class.path"))) {
            for (var entry : Collections.list(outer.entries())) {
                if (entry.getName().matches("(main|lib)/[^/]*\\.jar")) {
                    try (InputStream in = outer.getInputStream(entry)) {
                        loader.read(new ZipInputStream(in));
                    }
                }
            }
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> main = loader.loadClass(outer.getManifest().getMainAttributes().getValue("Start-Class"));
            main.getMethod("main", String[].class).invoke(null, (Object) arguments);
        }
    }

    private void read(ZipInputStream jar) throws IOException {
        for (ZipEntry entry; (entry = jar.getNextEntry()) != null; ) {
            contents.computeIfAbsent(entry.getName(), name -> new ArrayList<>()).add(jar.readAllBytes());
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        List<byte[]> found = contents.get(name.replace('.', '/') + ".class");
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        byte[] bytes = found.get(0);
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected URL findResource(String name) {
        List<byte[]> found = contents.get(name);
        return found == null ? null : url(name, found.get(0));
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        List<URL> urls = new ArrayList<>();
        contents.getOrDefault(name, List.of()).forEach(bytes -> urls.add(url(name, bytes)));
        return Collections.enumeration(urls);
    }

    private static URL url(String name, byte[] bytes) {
        try {
            return new URL(null, "nested:" + name, new URLStreamHandler() {
                @Override
                protected URLConnection openConnection(URL url) {
                    return new URLConnection(url) {
                        @Override
                        public void connect() {}

                        @Override
                        public InputStream getInputStream() {
                            return new ByteArrayInputStream(bytes);
                        }
                    };
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

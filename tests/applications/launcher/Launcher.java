import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;

/** Runs the main class of a jar that holds its libraries as jars, as One-JAR does: it reads them all and defines their classes. */
public final class Launcher extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>();

    private Launcher() {
        super(Launcher.class.getClassLoader());
    }

    public static void main(String[] arguments) throws Exception {
        Launcher launcher = new Launcher();
        String source = Launcher.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        try (InputStream file = new java.io.FileInputStream(source); JarInputStream outer = new JarInputStream(file)) {
            for (JarEntry entry = outer.getNextJarEntry(); entry != null; entry = outer.getNextJarEntry()) {
                if (entry.getName().endsWith(".jar")) {
                    launcher.add(new JarInputStream(outer));
                }
            }
        }
        Thread.currentThread().setContextClassLoader(launcher);
        launcher.loadClass("shop.main.Main").getMethod("main", String[].class).invoke(null, (Object) arguments);
    }

    private void add(JarInputStream jar) throws IOException {
        for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
            files.putIfAbsent(entry.getName(), jar.readAllBytes());
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = files.get(name.replace('.', '/') + ".class");
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        byte[] bytes = files.get(name);
        return bytes == null ? super.getResourceAsStream(name) : new java.io.ByteArrayInputStream(bytes);
    }
}

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import weave.runtime.Inside;

/** An agent that compares the sampler's sizes with those of the VM, over the classes of the JDK that can be made without harm. */
public final class HeapSizes {
    private static final String[] PACKAGES = {
        "/modules/java.base/java/lang", "/modules/java.base/java/util", "/modules/java.base/java/io", "/modules/java.base/java/net",
        "/modules/java.base/java/nio", "/modules/java.base/java/time", "/modules/java.base/java/security", "/modules/java.base/java/text",
        "/modules/java.base/java/math", "/modules/java.base/sun", "/modules/java.base/jdk/internal", "/modules/java.xml", "/modules/java.logging",
        "/modules/java.sql", "/modules/java.management", "/modules/jdk.jfr", "/modules/jdk.compiler", "/modules/jdk.httpserver", "/modules/java.naming",
        "/modules/java.desktop/javax/swing", "/modules/java.desktop/java/beans", "/modules/java.rmi", "/modules/java.net.http",
    };

    private static Instrumentation instrumentation;

    private HeapSizes() {}

    public static void premain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    /** Compares at least so many classes: the argument. */
    public static void main(String[] args) throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field field = unsafe.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object the = field.get(null);
        java.lang.reflect.Method make = unsafe.getMethod("allocateInstance", Class.class);
        int compared = 0;
        List<String> wrong = new ArrayList<>();
        for (Class<?> type : classes()) {
            Object made;
            try {
                made = make.invoke(the, type);
            } catch (Throwable t) {
                continue;
            }
            long truth = instrumentation.getObjectSize(made);
            int size = Inside.size(type);
            compared++;
            if (size != truth) {
                wrong.add(type.getName() + ": " + size + ", but it is " + truth);
            }
        }
        int arrays = 0;
        Class<?>[] components = {boolean.class, byte.class, short.class, char.class, int.class, float.class, long.class, double.class, Object.class,
            int[].class};
        for (Class<?> component : components) {
            for (int length = 0; length < 100; length++) {
                long truth = instrumentation.getObjectSize(Array.newInstance(component, length));
                long size = Inside.size(component, length);
                arrays++;
                if (size != truth) {
                    wrong.add(component + "[" + length + "]: " + size + ", but it is " + truth);
                }
            }
        }
        System.out.println(compared + " classes and " + arrays + " arrays compared, " + wrong.size() + " wrong");
        for (String one : wrong.subList(0, Math.min(20, wrong.size()))) {
            System.out.println("wrong: " + one);
        }
        System.exit(wrong.isEmpty() && compared >= Integer.parseInt(args[0]) ? 0 : 1);
    }

    private static List<Class<?>> classes() throws Exception {
        List<Class<?>> found = new ArrayList<>();
        FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
        for (String start : PACKAGES) {
            Path folder = image.getPath(start);
            if (!Files.exists(folder)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    String name = file.toString();
                    if (name.endsWith(".class") && !name.endsWith("-info.class")) {
                        Path within = file.subpath(2, file.getNameCount());
                        add(found, within.toString().replace(".class", "").replace('/', '.'));
                    }
                }
            }
        }
        return found;
    }

    private static void add(List<Class<?>> found, String name) {
        try {
            Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            // Initializers of native parts want libraries, or a screen.
            boolean isHarmless = !name.contains("Native") && !name.contains("Headless") && !name.contains("plaf");
            if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && isHarmless) {
                found.add(type);
            }
        } catch (Throwable t) {
            // A class of an optional part.
        }
    }
}

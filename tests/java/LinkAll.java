import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Links every class of a jar with full verification, without initialising one, and prints what came of it.
 *
 * <pre>java LinkAll [--versions] [--threads N] [-o FILE] JAR [CLASS_PATH_JAR]...</pre>
 *
 * One line per class, sorted, separated by tabs: binary name; {@code ok}, or the failure's class and the first line of
 * its message (numbers blanked, so that code that moved compares equal); the sorted names of the classes that the JVM
 * asked the class loader for while it defined and linked this class, blank-separated. Names below {@code weave.} are left
 * out of the last column and counted on stderr.
 *
 * <p>A class that is nowhere on the class path is made up, empty, and marked with {@code ?} in the last column: as an
 * interface, to which the verifier lets everything be assigned; as a class, with the superclass that is wanted, where it
 * has to be one; as an exception if it is called one. Without this a class with missing dependencies would not be verified to its end, and where that end is
 * changes from run to run, because HotSpot verifies methods in the order of their names' addresses. For the same reason
 * the last column of a failure is {@code -}.
 *
 * <p>Two runs, over a jar and over its woven form, can be compared line by line, because nothing depends on what was
 * loaded before: every class gets a class loader of its own, whose parent is the platform loader. The JVM asks that
 * loader for each name it resolves, those of the JDK included, unless the loader has already given it.
 *
 * <p>How linking is forced: {@link MethodHandles.Lookup#defineClass} defines a class and links it before it returns
 * ({@code JVM_LookupDefineClass} calls {@code link_class} when it is told not to initialise), and resolves nothing else.
 * The reflective getters link too, but then load the types of the members that they return, which would hide a load made
 * by the verifier. The lookup is that of an empty class in the same package. Verification is on by default for a class
 * loader like this one ({@code -XX:+BytecodeVerificationRemote}); this program must not be run with {@code -Xverify:none}.
 *
 * <p>Of a multi-release jar the classes are taken that this JVM would take; {@code --versions} adds the other copies for
 * releases up to this JVM's, named {@code binary.name@release}. {@code module-info} is left out.
 */
public final class LinkAll {
    private static final String HOST = "weave$link$host";
    private static final Pattern INTERFACE_EXTENDED = Pattern.compile("has interface (\\S+) as super class");
    private static final Pattern NOT_ASSIGNABLE = Pattern.compile("Type '([^']+)' .*is not assignable to '([^']+)'");

    /** Bytes of one class, and the jar and entry they are read from. */
    private record Source(JarFile jar, String entry) {
        byte[] read() {
            try (var in = jar.getInputStream(jar.getEntry(entry))) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Everything that can be loaded: first jar first. The bytes of what was loaded once are kept. */
    private static final Map<String, Source> CLASS_PATH = new ConcurrentHashMap<>();
    private static final Map<String, byte[]> LOADED = new ConcurrentHashMap<>();
    private static final AtomicInteger RUNTIME_REQUESTS = new AtomicInteger();
    private static final AtomicInteger FAILURES = new AtomicInteger();

    public static void main(String[] arguments) throws Exception {
        List<Path> jars = new ArrayList<>();
        boolean versions = false;
        int threads = 2;
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--versions" -> versions = true;
                case "--threads" -> threads = Integer.parseInt(arguments[++i]);
                case "-o" -> out = new PrintStream(arguments[++i], StandardCharsets.UTF_8);
                default -> jars.add(Path.of(arguments[i]));
            }
        }
        if (jars.isEmpty()) {
            System.err.println("usage: LinkAll [--versions] [--threads N] [-o FILE] JAR [CLASS_PATH_JAR]...");
            System.exit(2);
        }
        Map<String, Source> subjects = open(jars, versions);
        ConcurrentSkipListMap<String, String> lines = new ConcurrentSkipListMap<>();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        subjects.forEach((label, source) -> pool.execute(() -> lines.put(label, link(source))));
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        for (var line : lines.entrySet()) {
            out.print(line.getKey() + "\t" + line.getValue() + "\n");
        }
        out.flush();
        System.err.printf("%d classes, %d linked, %d failed; classes below weave. requested: %d%n",
                subjects.size(), subjects.size() - FAILURES.get(), FAILURES.get(), RUNTIME_REQUESTS.get());
        if (out.checkError() || lines.size() != subjects.size()) {
            System.err.println("LinkAll: output incomplete");
            System.exit(1);
        }
    }

    /** Fills the class path; returns the classes of the first jar by the name under which they are printed. */
    private static Map<String, Source> open(List<Path> paths, boolean versions) throws IOException {
        Map<String, Source> subjects = new ConcurrentSkipListMap<>();
        for (Path path : paths) {
            JarFile jar = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
            boolean first = path == paths.get(0);
            List<JarEntry> entries;
            try (Stream<JarEntry> seen = jar.versionedStream()) {
                entries = seen.filter(entry -> isClass(entry.getName())).toList();
            }
            for (JarEntry entry : entries) {
                Source source = new Source(jar, entry.getRealName());
                String name = dotted(entry.getName());
                CLASS_PATH.putIfAbsent(name, source);
                if (first) {
                    subjects.put(name, source);
                }
            }
            if (first && versions && jar.isMultiRelease()) {
                shadowed(jar).forEach((name, source) -> {
                    if (!subjects.containsValue(source)) {
                        subjects.put(name, source);
                    }
                });
            }
        }
        return subjects;
    }

    /** The copies of all releases up to this JVM's, and those of the root, whatever hides them. */
    private static Map<String, Source> shadowed(JarFile jar) {
        Map<String, Source> copies = new ConcurrentSkipListMap<>();
        jar.entries().asIterator().forEachRemaining(entry -> {
            String name = entry.getName();
            String release = "root";
            if (name.startsWith("META-INF/versions/")) {
                String[] parts = name.split("/", 4);
                if (parts.length < 4 || !parts[2].matches("[0-9]{1,4}")
                        || Integer.parseInt(parts[2]) > Runtime.version().feature()) {
                    return;
                }
                release = parts[2];
                name = parts[3];
            }
            if (isClass(name)) {
                copies.put(dotted(name) + "@" + release, new Source(jar, entry.getName()));
            }
        });
        return copies;
    }

    private static boolean isClass(String entry) {
        return entry.endsWith(".class") && !entry.endsWith("module-info.class");
    }

    private static String dotted(String entry) {
        return entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
    }

    /** Defines and links one class in a loader of its own; second and third column of its line. */
    private static String link(Source source) {
        Map<String, String> superclasses = new TreeMap<>();
        while (true) {
            Recorder loader = new Recorder(superclasses);
            try {
                byte[] bytes = source.read();
                String name = nameOf(bytes);
                int slash = name.lastIndexOf('/');
                MethodHandles.Lookup lookup = loader.host(slash < 0 ? "" : name.substring(0, slash + 1));
                loader.recorded = new TreeSet<>();
                loader.subject = name.replace('/', '.');
                lookup.defineClass(bytes);
                return "ok\t" + requests(loader);
            } catch (Throwable e) {
                if (e instanceof LinkageError && corrected(String.valueOf(e.getMessage()), loader.madeUp, superclasses)) {
                    continue;
                }
                FAILURES.incrementAndGet();
                return e.getClass().getName() + ": " + normal(String.valueOf(e.getMessage())) + "\t-";
            }
        }
    }

    /** Whether linking failed for what a class was made up as; if so, {@code superclasses} now has a better guess. */
    private static boolean corrected(String message, TreeSet<String> madeUp, Map<String, String> superclasses) {
        Matcher extended = INTERFACE_EXTENDED.matcher(message);
        if (extended.find() && madeUp.contains(extended.group(1))) {
            return superclasses.putIfAbsent(extended.group(1), "java/lang/Object") == null;
        }
        Matcher assigned = NOT_ASSIGNABLE.matcher(message);
        if (assigned.find() && madeUp.contains(assigned.group(1).replace('/', '.'))) {
            String before = superclasses.put(assigned.group(1).replace('/', '.'), assigned.group(2));
            return before == null || before.equals("java/lang/Object");
        }
        return false;
    }

    private static String requests(Recorder loader) {
        List<String> names = new ArrayList<>();
        for (String name : loader.recorded) {
            if (name.startsWith("weave.")) {
                RUNTIME_REQUESTS.incrementAndGet();
            } else {
                names.add(loader.madeUp.contains(name) ? name + "?" : name);
            }
        }
        return String.join(" ", names);
    }

    /** First line, with the method that did not verify; free of numbers that weaving changes. */
    private static String normal(String message) {
        List<String> lines = message.lines().map(String::strip).collect(Collectors.toList());
        String text = lines.isEmpty() ? "" : lines.get(0);
        int location = lines.indexOf("Location:");
        if (location >= 0 && location + 1 < lines.size()) {
            text += " in " + lines.get(location + 1).replaceAll(" @.*", "");
        }
        return text.replaceAll("\\b[0-9]+\\b", "#").replace('\t', ' ');
    }

    /** {@code this_class}, in its internal form (JVMS 4.1, 4.4). */
    private static String nameOf(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        if (in.readInt() != 0xCAFEBABE) {
            throw new ClassFormatError("no class file");
        }
        in.readInt();
        Object[] pool = new Object[in.readUnsignedShort()];
        for (int i = 1; i < pool.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> pool[i] = in.readUTF();
                case 7 -> pool[i] = in.readUnsignedShort();
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                default -> throw new ClassFormatError("unknown constant " + tag);
            }
        }
        in.readUnsignedShort();
        return (String) pool[(Integer) pool[in.readUnsignedShort()]];
    }

    /** An empty class file of version 52 (JVMS 4.1). */
    private static byte[] empty(String name, int flags, String superclass) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(52);
        out.writeShort(5);
        out.writeByte(1);
        out.writeUTF(name);
        out.writeByte(7);
        out.writeShort(1);
        out.writeByte(1);
        out.writeUTF(superclass);
        out.writeByte(7);
        out.writeShort(3);
        out.writeShort(flags);
        out.writeShort(2);
        out.writeShort(4);
        out.writeLong(0); // no interfaces, fields, methods, attributes
        return bytes.toByteArray();
    }

    /** Writes down which classes it is asked for; finds what the platform loader has not on the class path, or makes it up. */
    private static final class Recorder extends ClassLoader {
        private static final int CLASS = 0x21;
        private static final int INTERFACE = 0x601;

        TreeSet<String> recorded;
        String subject;
        final TreeSet<String> madeUp = new TreeSet<>();
        private final Map<String, String> superclasses;

        /** {@code superclasses} are those of the missing ones that must be classes. */
        Recorder(Map<String, String> superclasses) {
            super(ClassLoader.getPlatformClassLoader());
            this.superclasses = superclasses;
        }

        /** A lookup with all rights in a package; {@code prefix} is its name with a slash at the end, or empty. */
        MethodHandles.Lookup host(String prefix) throws IOException, IllegalAccessException {
            byte[] bytes = empty(prefix + HOST, CLASS, "java/lang/Object");
            Class<?> host = defineClass(null, bytes, 0, bytes.length);
            return MethodHandles.privateLookupIn(host, MethodHandles.lookup());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (recorded != null && !name.equals(subject)) {
                recorded.add(name);
            }
            return super.loadClass(name, resolve);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Source source = CLASS_PATH.get(name);
            byte[] bytes = source == null ? missing(name) : LOADED.computeIfAbsent(name, key -> source.read());
            return defineClass(name, bytes, 0, bytes.length);
        }

        private byte[] missing(String name) throws ClassNotFoundException {
            if (name.equals(subject)) {
                throw new ClassNotFoundException(name);
            }
            madeUp.add(name);
            boolean exception = name.endsWith("Exception") || name.endsWith("Error") || name.endsWith("Throwable");
            String superclass = superclasses.getOrDefault(name, exception ? "java/lang/RuntimeException" : null);
            try {
                return superclass == null
                        ? empty(name.replace('.', '/'), INTERFACE, "java/lang/Object")
                        : empty(name.replace('.', '/'), CLASS, superclass);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}

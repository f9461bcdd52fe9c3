import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Compiles every method of a jar with C1 and C2, and prints which HotSpot refuses.
 *
 * <pre>java CompileAll --whitebox DIR [--levels 3,4] [-o FILE] JAR [CLASS_PATH_JAR]...</pre>
 *
 * {@code DIR} holds the compiled classes of {@code whitebox/}. One line per method and compiler, sorted: class, method with
 * descriptor, {@code C1} or {@code C2}, and {@code ok}, or {@code refused} with the reason that {@code -XX:+PrintCompilation}
 * gives behind {@code COMPILE SKIPPED}; static initialisers appear only when refused. A class that cannot be linked or
 * reflected on gets one line. The output for a jar and for its woven form can be compared line by line, apart from classes below {@code weave.}.
 *
 * <p>A child JVM does the work through HotSpot's WhiteBox interface; this process starts it and reads what it and its
 * compilers print. All classes of the jar, and what their constant pools name, are loaded by one loader and linked first:
 * where C2 meets an unloaded class it stops parsing. A static call into a class that is not initialised stops it as well, and
 * HotSpot initialises a class before it hands out a method of it; so all classes are initialised first. No other code of the
 * jar is run. A class whose initialiser fails or does not end gets one line.
 *
 * <p>HotSpot itself compiles no method over 8,000 bytes, but does so when it is asked to here: {@code too large} marks one that
 * compiles and is beyond that limit, so that size can be told from what the compilers refuse.
 */
public final class CompileAll {
    private static final String MARK = "@CompileAll ";
    private static final int INVOCATION_ENTRY = -1;

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("--child")) {
            child(List.of(arguments).subList(1, arguments.length));
        } else {
            parent(List.of(arguments));
        }
    }

    // The parent: starts the JVM that compiles, joins its results with the reasons that its compilers print.

    private static void parent(List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xbatch", "-XX:+UnlockDiagnosticVMOptions", "-XX:+WhiteBoxAPI", "-XX:+PrintCompilation",
                "-XX:ReservedCodeCacheSize=1g", "-Djava.awt.headless=true", "-Xshare:auto"));
        List<String> childArguments = new ArrayList<>();
        PrintStream out = System.out;
        for (int i = 0; i < arguments.size(); i++) {
            switch (arguments.get(i)) {
                case "--whitebox" -> command.add("-Xbootclasspath/a:" + arguments.get(++i));
                case "-o" -> out = new PrintStream(arguments.get(++i), StandardCharsets.UTF_8);
                default -> childArguments.add(arguments.get(i));
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "CompileAll", "--child"));
        command.addAll(childArguments);
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        TreeSet<String> lines = new TreeSet<>();
        String last = join(process, lines);
        for (String line : lines) {
            out.print(line + "\n");
        }
        out.flush();
        int code = process.waitFor();
        if (code != 0 || !last.startsWith("done")) {
            System.err.println("CompileAll: the compiling JVM ended early, exit code " + code + ", after: " + last);
            System.exit(1);
        }
        long refused = lines.stream().filter(line -> line.contains("\trefused")).count();
        System.err.printf("%s, %d refused%n", last.substring("done ".length()), refused);
    }

    /** Reads results and refusals; returns the last result line. A refusal precedes the result it belongs to. */
    private static String join(Process process, TreeSet<String> lines) throws IOException {
        Pattern skipped = Pattern.compile("(\\S+)::(\\S+) .*COMPILE SKIPPED: (.*)");
        String last = "";
        TreeMap<String, String> reasons = new TreeMap<>();
        try (var in = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = in.readLine()) != null;) {
                int mark = line.indexOf(MARK);
                Matcher refusal = skipped.matcher(line);
                if (mark >= 0) {
                    last = line.substring(mark + MARK.length());
                    String[] columns = last.split("\t");
                    if (columns.length > 3 && columns[3].matches("refused|attempted")) {
                        String name = columns[1].substring(0, columns[1].indexOf('('));
                        String reason = reasons.get(columns[0] + "::" + name);
                        boolean attempted = columns[3].equals("attempted") && reason == null;
                        columns[3] = "refused: " + (reason == null ? "no attempt" : reason);
                        last = attempted ? "" : String.join("\t", columns);
                    }
                    if (columns.length > 1 && !last.isEmpty()) {
                        lines.add(last);
                    }
                    reasons.clear();
                } else if (refusal.find()) {
                    reasons.put(refusal.group(1) + "::" + refusal.group(2), refusal.group(3));
                }
            }
        }
        return last;
    }

    // The child: loads, links, compiles.

    private static void child(List<String> arguments) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        List<Path> jars = new ArrayList<>();
        List<Integer> levels = List.of(3, 4);
        for (int i = 0; i < arguments.size(); i++) {
            switch (arguments.get(i)) {
                case "--levels" -> levels = Stream.of(arguments.get(++i).split(",")).map(Integer::valueOf).toList();
                default -> jars.add(Path.of(arguments.get(i)));
            }
        }
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        List<Class<?>> classes = load(jars.get(0), loader, out);
        Compiler compiler = new Compiler();
        int methods = 0;
        for (Class<?> subject : classes) {
            List<Executable> executables = new ArrayList<>();
            try {
                Collections.addAll(executables, subject.getDeclaredConstructors());
                Collections.addAll(executables, subject.getDeclaredMethods());
            } catch (Throwable e) {
                out.println(MARK + subject.getName() + "\tcannot be linked: " + e.getClass().getName());
                continue;
            }
            for (int level : levels) {
                for (Executable executable : executables) {
                    if (!Modifier.isAbstract(executable.getModifiers()) && !Modifier.isNative(executable.getModifiers())) {
                        methods++;
                        out.println(MARK + subject.getName() + "\t" + descriptor(executable) + "\t"
                                + (level == 4 ? "C2" : "C1") + "\t" + compiler.compile(executable, level));
                        out.flush();
                    }
                }
                // There may be none, and nothing tells whether it was compiled: a line is printed only for a refusal.
                compiler.initializer(subject, level);
                out.println(MARK + subject.getName() + "\t<clinit>()\t" + (level == 4 ? "C2" : "C1") + "\tattempted");
                out.flush();
            }
            executables.forEach(compiler::forget);
        }
        out.println(MARK + "done " + classes.size() + " classes, " + methods + " compilations");
        out.flush();
        System.exit(0);
    }

    /** Loads every class of the jar, and every class its constant pool names, in one loader; initialises those of the jar. */
    private static List<Class<?>> load(Path path, ClassLoader loader, PrintStream out) throws IOException {
        List<Class<?>> classes = new ArrayList<>();
        TreeSet<String> named = new TreeSet<>();
        try (JarFile jar = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            for (var entry : jar.versionedStream().collect(Collectors.toList())) {
                String name = entry.getName();
                if (!name.endsWith(".class") || name.endsWith("module-info.class") || name.startsWith("META-INF/")) {
                    continue;
                }
                name = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                try (var in = jar.getInputStream(entry)) {
                    named.addAll(classesNamedIn(in.readAllBytes()));
                    classes.add(Class.forName(name, false, loader));
                } catch (Throwable e) {
                    out.println(MARK + name + "\tcannot be loaded: " + e.getClass().getName());
                }
            }
        }
        for (String name : named) {
            try {
                Class.forName(name, false, loader);
            } catch (Throwable e) {
                // Not there for the program either.
            }
        }
        classes.removeIf(subject -> {
            String failure = initialize(subject);
            if (failure != null) {
                out.println(MARK + subject.getName() + "\tcannot be initialised: " + failure);
            }
            return failure != null;
        });
        return classes;
    }

    /** Initialises a class, for at most five seconds; what is wrong with it, or null. */
    private static String initialize(Class<?> subject) {
        String[] failure = {"takes too long"};
        Thread thread = new Thread(() -> {
            try {
                Class.forName(subject.getName(), true, subject.getClassLoader());
                failure[0] = null;
            } catch (Throwable e) {
                failure[0] = e instanceof NoClassDefFoundError ? "ExceptionInInitializerError" : e.getClass().getSimpleName();
            }
        });
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(5000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return failure[0];
    }

    private static List<String> classesNamedIn(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        in.readLong();
        List<String> names = new ArrayList<>();
        List<Integer> indices = new ArrayList<>();
        String[] texts = new String[new DataInputStream(new ByteArrayInputStream(bytes, 8, 2)).readUnsignedShort()];
        in = new DataInputStream(new ByteArrayInputStream(bytes, 10, bytes.length - 10));
        for (int i = 1; i < texts.length; i++) {
            switch (in.readUnsignedByte()) {
                case 1 -> texts[i] = in.readUTF();
                case 7 -> indices.add(in.readUnsignedShort());
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                default -> in.skipNBytes(4);
            }
        }
        for (int index : indices) {
            names.add(texts[index].replace('/', '.'));
        }
        return names;
    }

    private static String descriptor(Executable executable) {
        String name = executable instanceof Constructor ? "<init>" : executable.getName();
        String result = executable instanceof Method method ? method.getReturnType().descriptorString() : "V";
        return Stream.of(executable.getParameterTypes()).map(Class::descriptorString)
                .collect(Collectors.joining("", name + "(", ")" + result));
    }

    /** The WhiteBox class that this JVM knows. */
    private static final class Compiler {
        private final Object whiteBox;
        private final Method enqueue;
        private final Method enqueueInitializer;
        private final Method compilable;
        private final Method levelOf;
        private final Method deoptimize;

        Compiler() throws ReflectiveOperationException {
            String name = Runtime.version().feature() < 21 ? "sun.hotspot.WhiteBox" : "jdk.test.whitebox.WhiteBox";
            Class<?> type = Class.forName(name);
            whiteBox = type.getDeclaredConstructor().newInstance();
            enqueue = type.getMethod("enqueueMethodForCompilation0", Executable.class, int.class, int.class);
            enqueueInitializer = type.getMethod("enqueueInitializerForCompilation0", Class.class, int.class);
            compilable = type.getMethod("isMethodCompilable0", Executable.class, int.class, boolean.class);
            levelOf = type.getMethod("getMethodCompilationLevel0", Executable.class, boolean.class);
            deoptimize = type.getMethod("deoptimizeMethod0", Executable.class, boolean.class);
        }

        String compile(Executable executable, int level) throws ReflectiveOperationException {
            enqueue.invoke(whiteBox, executable, level, INVOCATION_ENTRY);
            boolean compiled = (int) levelOf.invoke(whiteBox, executable, false) == level;
            if (!compiled) {
                return "refused";
            }
            return (boolean) compilable.invoke(whiteBox, executable, level, false) ? "ok" : "too large";
        }

        void initializer(Class<?> subject, int level) throws ReflectiveOperationException {
            enqueueInitializer.invoke(whiteBox, subject, level);
        }

        /** Gives the code cache its space back. */
        void forget(Executable executable) {
            try {
                deoptimize.invoke(whiteBox, executable, false);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/**
 * Which methods of a jar a set of rules selects, by what the JVM and javap say: the truth that weave is compared with.
 *
 * <pre>java Selection FOLDER SET,SET... JAR [CLASS_PATH_JAR...]</pre>
 *
 * <p>Writes into the folder, for each set of rules, {@code SET.expected}: `class.method(descriptor)` of the selected methods, sorted,
 * for the classes of the jar that load. A set is the name of a rules file in tests/selection; the truth of each is a case of
 * {@link #select}, written without weave's reading of it. {@code SET.json} in the folder is what {@code weave explain} says for the
 * set; {@code SET.selected} gets the methods that a rule of it takes there, of the same classes.
 */
public final class Selection {
    private final Set<String> loaded = new TreeSet<>();
    private final Map<String, Class<?>> classes = new HashMap<>();
    private final Map<String, List<String>> code = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Selection selection = new Selection();
        selection.load(Arrays.asList(arguments).subList(2, arguments.length));
        StringBuilder counts = new StringBuilder(selection.loaded.size() + " classes");
        for (String set : arguments[1].split(",")) {
            Set<String> methods = selection.truth(set);
            Files.write(folder.resolve(set + ".expected"), methods);
            counts.append(", ").append(set).append(' ').append(methods.size());
            Files.write(folder.resolve(set + ".selected"), selection.selected(folder.resolve(set + ".json")));
        }
        System.out.println(counts);
    }

    // --- The classes that load ----------------------------------------------------------------------------------------

    private void load(List<String> jars) throws IOException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = Path.of(jars.get(i)).toUri().toURL();
        }
        URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        try (JarFile jar = new JarFile(jars.get(0))) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                String path = entry.getName();
                if (!path.endsWith(".class") || path.startsWith("META-INF/") || path.endsWith("-info.class")) {
                    continue;
                }
                String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
                try {
                    Class<?> type = Class.forName(name, false, loader);
                    // Everything that the rules ask about, so that all of it can be resolved.
                    type.getAnnotations();
                    for (Executable method : executables(type)) {
                        method.getAnnotations();
                        method.getParameterAnnotations();
                        method.getExceptionTypes();
                    }
                    if (resolves(type, new HashSet<>())) {
                        classes.put(name, type);
                        loaded.add(name);
                    }
                } catch (LinkageError | ClassNotFoundException | TypeNotPresentException notLoaded) {
                    // Not compared.
                }
            }
        }
    }

    private static boolean resolves(Class<?> type, Set<Class<?>> seen) {
        return type == null || !seen.add(type) || resolves(type.getSuperclass(), seen)
            && Arrays.stream(type.getInterfaces()).allMatch(one -> resolves(one, seen));
    }

    private static List<Executable> executables(Class<?> type) {
        List<Executable> all = new ArrayList<>(Arrays.asList(type.getDeclaredMethods()));
        all.addAll(Arrays.asList(type.getDeclaredConstructors()));
        return all;
    }

    // --- The truth of each set of rules ---------------------------------------------------------------------------------

    /** The sets of interceptions, which are free of the limits of allow rules. */
    private static final Set<String> FREE = Set.of("statements", "comparables", "iterators", "kinds");

    private Set<String> truth(String set) {
        Set<String> found = new TreeSet<>();
        for (String name : loaded) {
            Class<?> type = classes.get(name);
            for (Executable method : executables(type)) {
                Executable selected = select(set, type, method);
                boolean isLimited = !FREE.contains(set);
                if (selected != null && hasCode(selected) && !(isLimited && isAccessor(selected))) {
                    found.add(describe(selected));
                }
            }
        }
        return found;
    }

    /** The method that is woven where {@code method} matches: itself or what it bridges to; null where it does not match. */
    private Executable select(String set, Class<?> type, Executable method) {
        int flags = method.getModifiers();
        Class<?>[] parameters = method.getParameterTypes();
        switch (set) {
            case "statements": // one method of a JDK interface, by its exact types, in every subtype
                return is(type, "java.sql.Statement") && is(method, "executeQuery") && overrides(method)
                    && takes(method, "java.lang.String") && returns(method, "java.sql.ResultSet") ? bridged(method) : null;
            case "comparables": // a generic method of a JDK interface: mostly bridges match
                return is(type, "java.lang.Comparable") && is(method, "compareTo") && overrides(method)
                    && takes(method, "java.lang.Object") && returns(method, "int") ? bridged(method) : null;
            case "iterators": // any of two interfaces, not below a third type, all methods of two names
                return (is(type, "java.util.Iterator") || is(type, "java.util.Enumeration"))
                    && !is(type, "java.util.ListIterator") && (is(method, "next") || is(method, "nextElement"))
                    && overrides(method) ? bridged(method) : null;
            case "streams": // superclass and interface conditions of an allow rule
                return isBroad(type, method) && superclass(type, "java.io.InputStream", "java.io.OutputStream", "java.io.Reader",
                    "java.io.Writer") && implementsOne(type, "java.io.Closeable") && !superclass(type, "java.io.FilterInputStream")
                    ? method : null;
            case "annotated": // annotations of methods and classes
                return isBroad(type, method) && (annotated(type.getAnnotations()) || annotated(method.getDeclaredAnnotations()))
                    && !annotated(type.getAnnotations(), "java.lang.FunctionalInterface") ? method : null;
            case "modifiers":
                return isBroad(type, method) && Modifier.isFinal(type.getModifiers() & Modifier.classModifiers())
                    && (Modifier.isStatic(flags) && Modifier.isPublic(flags) || Modifier.isSynchronized(flags))
                    && !method.isVarArgs() ? method : null;
            case "parameters":
                return isBroad(type, method) && parameters.length >= 2 && name(parameters[0]).startsWith("java.")
                    && name(parameters[1]).matches("(int|long|.*\\[\\])") && !name(((Method) method).getReturnType()).equals("void")
                    ? method : null;
            case "throws":
                return isBroad(type, method) && throwsOne(method, "java.io.IOException", "java.sql.SQLException")
                    && method.getExceptionTypes().length > 0 && !throwsOne(method, "java.lang.InterruptedException") ? method : null;
            case "sizes": {
                if (!isBroad(type, method)) {
                    return null;
                }
                int size = size(method);
                return size >= 40 && size <= 100 ? method : null;
            }
            case "kinds": // interceptions are free of the limits
                return (type.isEnum() || type.isRecord() || type.isInterface() && !type.isAnnotation())
                    && !Modifier.isStatic(flags) && !Modifier.isPrivate(flags) && !method.isSynthetic()
                    && method instanceof Method ? method : null;
            case "names": // patterns of names
                return isBroad(type, method) && (type.getName().matches("(.*\\.)?[^.]*Impl[^.]*") || type.getName().matches(".*\\$\\d+"))
                    && !type.getName().contains("Map") && (method.getName().matches("[gs]et[^.]*") || method.getName().matches("[a-z]+"))
                    ? method : null;
            case "blocks": // two block rules, and two allow rules of which the first takes what it can
                return isBroad(type, method) && !(Modifier.isAbstract(type.getModifiers()) && method.getName().contains("e"))
                    && !name(((Method) method).getReturnType()).equals("boolean")
                    && (parameters.length == 0 || Modifier.isPublic(flags)) ? method : null;
            case "accessors": // everything that the limits leave
                return isBroad(type, method) ? method : null;
            default:
                throw new IllegalArgumentException("no set of rules " + set);
        }
    }

    private static boolean is(Executable method, String name) {
        return method instanceof Method && method.getName().equals(name);
    }

    private static boolean overrides(Executable method) {
        return (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
    }

    private static boolean is(Class<?> type, String name) {
        return type.getName().equals(name) || superclass(type, name) || implementsOne(type, name);
    }

    private static boolean superclass(Class<?> type, String... names) {
        for (Class<?> one = type.getSuperclass(); one != null; one = one.getSuperclass()) {
            if (Arrays.asList(names).contains(one.getName())) {
                return true;
            }
        }
        return false;
    }

    private static boolean implementsOne(Class<?> type, String name) {
        for (Class<?> one : type.getInterfaces()) {
            if (one.getName().equals(name) || implementsOne(one, name)) {
                return true;
            }
        }
        return type.getSuperclass() != null && implementsOne(type.getSuperclass(), name);
    }

    private static boolean takes(Executable method, String... types) {
        return Arrays.stream(method.getParameterTypes()).map(Selection::name).toList().equals(Arrays.asList(types));
    }

    private static boolean returns(Executable method, String type) {
        return name(((Method) method).getReturnType()).equals(type);
    }

    private static boolean throwsOne(Executable method, String... names) {
        return Arrays.stream(method.getExceptionTypes()).anyMatch(type -> Arrays.asList(names).contains(type.getName()));
    }

    private static boolean annotated(Annotation[] annotations, String... names) {
        List<String> wanted = names.length > 0 ? Arrays.asList(names) : List.of("java.lang.Deprecated", "java.lang.FunctionalInterface");
        return Arrays.stream(annotations).anyMatch(one -> wanted.contains(one.annotationType().getName()));
    }

    /** The name of a type as in source. */
    private static String name(Class<?> type) {
        return type.isArray() ? name(type.getComponentType()) + "[]" : type.getName();
    }

    /** Not kept from broad selection by the hard limits. */
    private boolean isBroad(Class<?> type, Executable method) {
        int flags = type.getModifiers();
        boolean isEnum = (flags & 0x4000) != 0;
        String name = type.getName() + ".";
        for (String limited : new String[] {"weave.", "com.sun.", "javassist.", "java.", "javax.", "jdk.", "org.apache.bcel.",
            "org.objectweb.", "sun."}) {
            if (name.startsWith(limited)) {
                return false;
            }
        }
        return !type.isInterface() && !isEnum && !type.isSynthetic() && method instanceof Method && !method.isSynthetic()
            && !Modifier.isAbstract(method.getModifiers()) && !Modifier.isNative(method.getModifiers());
    }

    private static boolean hasCode(Executable method) {
        return !Modifier.isAbstract(method.getModifiers()) && !Modifier.isNative(method.getModifiers());
    }

    // --- What javap says --------------------------------------------------------------------------------------------------

    /** The instructions of a method, `offset: mnemonic operands`. */
    private List<String> code(Executable method) {
        if (code.isEmpty()) {
            List<String> names = new ArrayList<>(loaded);
            for (int from = 0; from < names.size(); from += 200) {
                disassemble(names.subList(from, Math.min(names.size(), from + 200)));
            }
        }
        return code.getOrDefault(describe(method), List.of());
    }

    private void disassemble(List<String> names) {
        List<String> arguments = new ArrayList<>(List.of("-c", "-s", "-p"));
        for (String name : names) {
            arguments.add(resource(name));
        }
        java.io.StringWriter text = new java.io.StringWriter();
        ToolProvider.findFirst("javap").orElseThrow().run(new PrintWriter(text), new PrintWriter(System.err),
            arguments.toArray(new String[0]));
        // Each class ends with a brace on a line of its own, in the order asked for.
        List<String> blocks = new ArrayList<>(Arrays.asList(text.toString().split("\\R}\\R")));
        if (blocks.size() != names.size()) {
            throw new IllegalStateException(blocks.size() + " classes disassembled of " + names.size());
        }
        for (int i = 0; i < names.size(); i++) {
            read(names.get(i), blocks.get(i).lines().toList());
        }
    }

    private void read(String owner, List<String> lines) {
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.startsWith("descriptor: (")) {
                continue;
            }
            String declaration = lines.get(i - 1).strip();
            int open = declaration.indexOf('(');
            String before = open < 0 ? "static {}" : declaration.substring(0, open);
            String name = before.substring(before.lastIndexOf(' ') + 1);
            if (name.equals(owner)) {
                name = "<init>";
            }
            List<String> instructions = new ArrayList<>();
            int next = i + 1;
            if (next < lines.size() && lines.get(next).strip().equals("Code:")) {
                while (++next < lines.size() && lines.get(next).matches(" +(\\d+:|-\\d+:|default:|\\}).*")) {
                    instructions.add(lines.get(next).strip());
                }
            }
            code.put(owner + "." + name + line.substring("descriptor: ".length()), instructions);
        }
    }

    /** Bytes of code: the offset of the last instruction and its length, which a method ends with. */
    private int size(Executable method) {
        List<String> all = code(method);
        String last = "";
        for (String line : all) {
            if (line.matches("\\d+: .*")) {
                last = line;
            }
        }
        if (last.isEmpty()) {
            return -1;
        }
        int at = Integer.parseInt(last.substring(0, last.indexOf(':')));
        String mnemonic = last.substring(last.indexOf(':') + 1).strip().split(" ")[0];
        int length = switch (mnemonic) {
            case "goto" -> 3;
            case "goto_w" -> 5;
            case "ret" -> 2;
            case "return", "ireturn", "lreturn", "freturn", "dreturn", "areturn", "athrow" -> 1;
            case "tableswitch", "lookupswitch" -> Integer.MIN_VALUE; // never behind 100 bytes alone: not compared
            default -> 1;
        };
        return at + length;
    }

    /** A getter or setter, by its code. */
    private boolean isAccessor(Executable method) {
        int parameters = method.getParameterCount();
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        List<String> steps = new ArrayList<>();
        List<String> all = code(method);
        if (all.size() > 5) {
            return false;
        }
        for (String line : all) {
            String[] words = line.substring(line.indexOf(':') + 1).strip().split(" +");
            String word = words[0];
            String slot = word.matches("[ilfda]load_[0-3]") ? word.substring(word.length() - 1)
                : word.matches("[ilfda]load") ? words[1] : null;
            if (slot != null) {
                steps.add(!isStatic && slot.equals("0") ? "this" : slot.equals(isStatic ? "0" : "1") ? "parameter" : "other");
            } else if (word.endsWith("return")) {
                steps.add("return");
            } else {
                steps.add(word);
            }
        }
        String shape = String.join(" ", steps);
        return parameters == 0 && (shape.equals("this getfield return") || shape.equals("getstatic return"))
            || parameters == 1 && (shape.equals("this parameter putfield return")
                || shape.equals("this parameter putfield this return") || shape.equals("parameter putstatic return"));
    }

    /** The method that a bridge calls in its class; the bridge itself where it calls another class. */
    private Executable bridged(Executable method) {
        if (!(method instanceof Method bridge) || !bridge.isBridge()) {
            return method.isSynthetic() ? null : method;
        }
        Class<?> owner = bridge.getDeclaringClass();
        for (String line : code(method)) {
            int at = line.indexOf("// ");
            if (at < 0 || !line.contains(": invoke")) {
                continue;
            }
            String called = line.substring(line.indexOf("ethod ", at) + "ethod ".length());
            String owned = called.substring(0, called.indexOf(':')).replace("\"", "");
            String simple = owned.substring(owned.lastIndexOf('.') + 1);
            if (!simple.equals(bridge.getName())) {
                continue;
            }
            String descriptor = called.substring(called.indexOf(':') + 1);
            boolean here = owned.equals(simple) || owned.substring(0, owned.lastIndexOf('.')).replace('/', '.').equals(owner.getName());
            if (here) {
                for (Method candidate : owner.getDeclaredMethods()) {
                    if (candidate.getName().equals(simple) && descriptor(candidate).equals(descriptor)) {
                        return bridged(candidate);
                    }
                }
            }
            return method;
        }
        return method;
    }

    // --- Names --------------------------------------------------------------------------------------------------------

    private static String describe(Executable method) {
        String name = method instanceof Constructor<?> ? "<init>" : method.getName();
        return method.getDeclaringClass().getName() + "." + name + descriptor(method);
    }

    private static String descriptor(Executable method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> type : method.getParameterTypes()) {
            text.append(type.descriptorString());
        }
        Class<?> result = method instanceof Method one ? one.getReturnType() : void.class;
        return text.append(')').append(result.descriptorString()).toString();
    }

    // --- What weave says ------------------------------------------------------------------------------------------------

    /** What opens a method in the answer. */
    private static final Pattern METHOD = Pattern.compile(
        "\\{\"input\":\"[^\"]*\",\"entry\":\"([^\"]*)\",\"class\":\"([^\"]*)\",\"method\":\"([^\"]*)\",\"descriptor\":\"([^\"]*)\",\"outcome\":\"([^\"]*)\"");

    /** An interception or allow rule that takes a method: what is behind a bridge is said of that method. */
    private static final Pattern TAKES = Pattern.compile("\"rule\":\"[^\" ]* (?:allow|probes)[^\"]*\",\"verdict\":\"takes\"");

    /** The methods that rules take, as {@code weave explain} says. */
    private Set<String> selected(Path answer) throws IOException {
        Set<String> found = new TreeSet<>();
        String text = Files.readString(answer);
        Matcher method = METHOD.matcher(text);
        for (boolean more = method.find(); more;) {
            String entry = method.group(1);
            String type = method.group(2);
            String member = method.group(3).substring(0, method.group(3).indexOf('(')) + method.group(4);
            String outcome = method.group(5);
            int from = method.end();
            more = method.find();
            String said = text.substring(from, more ? method.start() : text.length());
            boolean isTaken = TAKES.matcher(said).find();
            boolean isLeft = outcome.equals("woven") || outcome.equals("skipped");
            if (isTaken && !isLeft) {
                throw new IllegalStateException(type + "." + member + " is taken, and " + outcome);
            }
            if (isTaken) {
                add(found, type, member, entry);
            }
        }
        return found;
    }

    /** Of a class with copies for several releases, the one counts that this JVM loads. */
    private void add(Set<String> found, String type, String method, String entry) {
        if (loaded.contains(type) && resource(type).endsWith("!/" + entry)) {
            found.add(type + "." + method);
        }
    }

    private String resource(String type) {
        return classes.get(type).getClassLoader().getResource(type.replace('.', '/') + ".class").toString();
    }
}

package weave.verify;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Links classes with full verification, and initialises none.
 *
 * <p>{@link MethodHandles.Lookup#defineClass} defines a class and links it before it returns ({@code JVM_LookupDefineClass} calls
 * {@code link_class} when it is not told to initialise), and resolves nothing else. The reflective getters link too, but then load the types of the
 * members that they return, which would hide a load made by the verifier. The lookup is that of an empty class in the same package.
 *
 * <p>Every class gets class loaders of its own, so what linking loads does not depend on what was linked before, and two runs can be
 * compared class by class.
 *
 * <p>A class that no loader has is made up, see {@link StandIns}: else verification would end where the first one is missing, and
 * where that is changes from run to run, because HotSpot verifies methods in the order of the addresses of their names.
 */
final class Linker {
    private static final Pattern INTERFACE_EXTENDED = Pattern.compile("has interface (\\S+) as super class");
    private static final Pattern NOT_ASSIGNABLE = Pattern.compile("Type '([^']+)' .*is not assignable to '([^']+)'");

    /** Names of classes for which no stand-in is made. */
    private final Predicate<String> isNeeded;

    Linker(Predicate<String> isNeeded) {
        this.isNeeded = isNeeded;
    }

    /** What came of a class. */
    static final class Outcome {
        /** The class of the error; null for a class that links. */
        final String error;
        final String message;
        /** What the JVM asked the loaders for, stand-ins with a question mark. */
        final SortedSet<String> loads;
        final SortedSet<String> missing;

        private Outcome(Throwable error, SortedSet<String> loads, SortedSet<String> missing) {
            this.error = error == null ? null : error.getClass().getName();
            this.message = error == null ? null : firstLine(String.valueOf(error.getMessage()));
            this.loads = loads;
            this.missing = missing;
        }

        /** With the method that did not verify. */
        private static String firstLine(String message) {
            String[] lines = message.lines().map(String::strip).toArray(String[]::new);
            int location = Arrays.asList(lines).indexOf("Location:");
            String first = lines.length == 0 ? "" : lines[0];
            return location < 0 || location + 1 == lines.length ? first : first + " in " + lines[location + 1].replaceAll(":? @.*", "");
        }
    }

    Outcome link(Application.Subject subject) {
        Map<String, String> superclasses = new TreeMap<>();
        while (true) {
            Loading loading = new Loading(superclasses, isNeeded);
            try {
                byte[] bytes = subject.source.read();
                String name = new ClassFile(bytes).name();
                if (subject.isModule) {
                    java.lang.module.ModuleDescriptor.read(java.nio.ByteBuffer.wrap(bytes));
                    return new Outcome(null, new TreeSet<>(), new TreeSet<>());
                }
                define(subject.layout, name, bytes, loading);
                SortedSet<String> loads = loading.loads.stream()
                        .map(load -> loading.standIns.contains(load) ? load + "?" : load)
                        .collect(Collectors.toCollection(TreeSet::new));
                return new Outcome(null, loads, loading.standIns);
            } catch (Throwable e) {
                if (e instanceof LinkageError && corrected(String.valueOf(e.getMessage()), loading.standIns, superclasses)) {
                    continue;
                }
                return new Outcome(e, loading.loads, loading.standIns);
            }
        }
    }

    private static void define(Layout layout, String name, byte[] bytes, Loading loading) throws IllegalAccessException {
        MethodHandles.Lookup lookup = new Loader(layout, loading).host(name.substring(0, name.lastIndexOf('/') + 1));
        loading.subject = Notation.type(name);
        lookup.defineClass(bytes);
    }

    /** Whether linking failed for what a class was made up as; if so, {@code superclasses} now has a better guess. */
    private static boolean corrected(String message, SortedSet<String> standIns, Map<String, String> superclasses) {
        Matcher extended = INTERFACE_EXTENDED.matcher(message);
        if (extended.find() && standIns.contains(extended.group(1))) {
            return superclasses.putIfAbsent(extended.group(1), "java/lang/Object") == null;
        }
        Matcher assigned = NOT_ASSIGNABLE.matcher(message);
        if (assigned.find() && standIns.contains(Notation.type(assigned.group(1)))) {
            String before = superclasses.put(Notation.type(assigned.group(1)), assigned.group(2));
            return before == null || before.equals("java/lang/Object");
        }
        return false;
    }

    /** Whether this JVM verifies: whether it refuses a class with a method that pops from an empty stack. */
    static boolean verifies() {
        try {
            define(new Layout(null, false), "weave/verify/Broken", StandIns.broken("weave/verify/Broken"), new Loading(Map.of(), name -> true));
            return false;
        } catch (VerifyError e) {
            return true;
        } catch (IllegalAccessException e) {
            return false;
        }
    }

    /** What happens while one class is linked. */
    static final class Loading {
        final SortedSet<String> loads = new TreeSet<>();
        final SortedSet<String> standIns = new TreeSet<>();
        /** Its binary name; null before it begins. */
        String subject;
        private final Map<String, String> superclasses;
        private final Predicate<String> isNeeded;

        /** {@code superclasses} are those of the missing classes that cannot be interfaces. */
        Loading(Map<String, String> superclasses, Predicate<String> isNeeded) {
            this.superclasses = superclasses;
            this.isNeeded = isNeeded;
        }

        void request(String name) {
            if (subject != null && !name.equals(subject)) {
                loads.add(name);
            }
        }

        byte[] standIn(String name) throws ClassNotFoundException {
            if (name.equals(subject) || isNeeded.test(name)) {
                throw new ClassNotFoundException(name);
            }
            standIns.add(name);
            boolean isThrowable = name.endsWith("Exception") || name.endsWith("Error") || name.endsWith("Throwable");
            String superclass = superclasses.getOrDefault(name, isThrowable ? "java/lang/RuntimeException" : null);
            return StandIns.empty(name.replace('.', '/'), superclass);
        }
    }

    /** A class loader of the application, for one class. */
    private static final class Loader extends ClassLoader {
        private static final ClassLoader PLATFORM = ClassLoader.getSystemClassLoader();
        private static final java.util.Set<String> PLATFORM_PACKAGES = ModuleLayer.boot().modules().stream()
                .flatMap(module -> module.getPackages().stream()).collect(Collectors.toSet());

        private final Layout layout;
        private final Loading loading;
        private final Loader above;

        Loader(Layout layout, Loading loading) {
            super(PLATFORM);
            this.layout = layout;
            this.loading = loading;
            this.above = layout.parent == null ? null : new Loader(layout.parent, loading);
        }

        /** A lookup with all rights in a package; {@code prefix} is its name with a slash at the end, or empty. */
        MethodHandles.Lookup host(String prefix) throws IllegalAccessException {
            byte[] bytes = StandIns.empty(prefix + "weave$verify$host", "java/lang/Object");
            return MethodHandles.privateLookupIn(defineClass(null, bytes, 0, bytes.length), MethodHandles.lookup());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            loading.request(name);
            Class<?> found = load(name);
            return found != null ? found : standIn(name);
        }

        /** Null for a class that neither this loader nor its parents have. */
        private Class<?> load(String name) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                if (found == null) {
                    found = ofPlatform(name);
                }
                if (found == null && layout.isChildFirst) {
                    found = own(name);
                }
                if (found == null && above != null) {
                    found = above.load(name);
                }
                return found == null && !layout.isChildFirst ? own(name) : found;
            }
        }

        private static Class<?> ofPlatform(String name) {
            if (!PLATFORM_PACKAGES.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))) {
                return null;
            }
            try {
                return PLATFORM.loadClass(name);
            } catch (ClassNotFoundException e) {
                return null;
            }
        }

        private Class<?> own(String name) throws ClassNotFoundException {
            Source source = layout.own(name.replace('.', '/'));
            if (source == null) {
                return null;
            }
            try {
                byte[] bytes = source.read();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        /** Made up by the topmost loader, so that all agree on it. */
        private Class<?> standIn(String name) throws ClassNotFoundException {
            if (above != null) {
                return above.standIn(name);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                byte[] bytes = loading.standIn(name);
                return defineClass(name, bytes, 0, bytes.length);
            }
        }
    }
}

package weave.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All classes below an input, and the class loaders that its packaging has.
 *
 * <p>A jar, and all jars of a folder, are one class path, with the jars nested in them behind them. An application, which has {@code BOOT-INF} or
 * {@code WEB-INF}, has a loader of its own for the classes and libraries there; what lies beside them (the launcher of Spring Boot)
 * is in its parent. The parent of that is the loader of what the application lies in: so the web applications of an EAR see its libraries, and not each other.
 */
final class Application {
    /** Archives inside archives, to this depth. */
    private static final int DEEPEST = 8;
    private static final Pattern IN_APPLICATION =
            Pattern.compile("((?:[^/]+/)*?)((?:BOOT|WEB)-INF/)(?:(classes/).*|(?:lib|lib-provided)/[^/]+)");
    private static final Pattern VERSION = Pattern.compile("META-INF/versions/([1-9][0-9]{0,4})/(.*)");
    private static final int FIRST_VERSION = 9;
    private static final String EXTENSION = ".class";

    /** A class to be linked, and the loader that it belongs to. */
    static final class Subject {
        final Source source;
        final Layout layout;
        final boolean isModule;

        Subject(Source source, Layout layout, boolean isModule) {
            this.source = source;
            this.layout = layout;
            this.isModule = isModule;
        }
    }

    /** Loaders of one application archive or exploded application. */
    private static final class Loaders {
        final Layout beside;
        final Layout inside;
        final Layout.Root classes;
        /** The folder of the application: {@code shop/}, or empty. */
        final String prefix;
        /** {@code shop/WEB-INF/classes/}. */
        final String folder;

        Loaders(Layout parent, String prefix, String inf) {
            beside = new Layout(parent, false);
            inside = new Layout(beside, inf.startsWith("WEB"));
            classes = inside.add(new Layout.Root());
            this.prefix = prefix;
            folder = prefix + inf + "classes/";
        }
    }

    /** By place in the input: {@code BOOT-INF/lib/h2.jar!org/h2/Driver.class}. */
    final Map<String, Subject> subjects = new TreeMap<>();
    /** Archives and class files that cannot be read, with the reason. */
    final Map<String, String> unreadable = new TreeMap<>();
    private final Set<Path> files = new HashSet<>();
    private final List<Path> named = new ArrayList<>();

    /**
     * {@code classPath} comes behind everything in the input; its classes are not subjects. What is on it is read once for all
     * applications, which {@code known} holds.
     */
    Application(Path input, List<Path> classPath, Map<Path, Layout.Root> known) throws IOException {
        Layout layout = new Layout(null, false);
        Archive top = Archive.of(input);
        seen(input, top);
        read(top, "", layout, 0);
        named.addAll(classPath);
        for (int i = 0; i < named.size(); i++) { // those that are read may name more
            Path path = named.get(i).toRealPath();
            if (files.add(path)) {
                Layout.Root root = known.get(path);
                if (root == null) {
                    Archive archive = Archive.of(path);
                    root = index(archive);
                    named.addAll(archive.classPath());
                    known.put(path, root);
                }
                layout.add(root);
            }
        }
    }

    private void seen(Path path, Archive archive) throws IOException {
        files.add(path.toRealPath());
        named.addAll(archive.classPath());
    }

    /** What a place of the class path offers. */
    private static Layout.Root index(Archive archive) {
        Layout.Root root = new Layout.Root();
        for (String name : archive.names()) {
            if (name.endsWith(EXTENSION)) {
                put(root, archive, name, "");
            }
        }
        return root;
    }

    private void read(Archive archive, String place, Layout layout, int depth) throws IOException {
        Map<String, Loaders> applications = new TreeMap<>();
        for (String name : archive.names()) {
            Matcher inside = IN_APPLICATION.matcher(name);
            if (inside.matches()) {
                applications.computeIfAbsent(inside.group(1), prefix -> new Loaders(layout, prefix, inside.group(2)));
            }
        }
        Map<String, Layout.Root> roots = new HashMap<>();
        for (String name : archive.names()) {
            Loaders loaders = innermost(name, applications.values());
            boolean isInside = loaders != null && IN_APPLICATION.matcher(name.substring(loaders.prefix.length())).matches();
            Layout beside = loaders == null ? layout : loaders.beside;
            if (!name.endsWith(EXTENSION)) {
                readNested(archive, name, place, isInside ? loaders.inside : beside, depth);
            } else if (isInside && name.startsWith(loaders.folder)) {
                add(archive, name, place, loaders.inside, loaders.classes, loaders.folder);
            } else {
                String folder = loaders != null ? loaders.prefix : archive.path(name) == null ? "" : classRoot(archive, name);
                add(archive, name, place, beside, roots.computeIfAbsent(folder, key -> beside.add(new Layout.Root())), folder);
            }
        }
    }

    /** The application that a file lies in, or null. */
    private static Loaders innermost(String name, Iterable<Loaders> applications) {
        Loaders found = null;
        for (Loaders one : applications) {
            if (name.startsWith(one.prefix)) {
                found = one; // sorted by prefix: a longer one comes later
            }
        }
        return found;
    }

    /** The folder in which the package of a class begins. */
    private static String classRoot(Archive archive, String name) {
        try {
            String path = new ClassFile(archive.read(name)).name() + EXTENSION;
            return name.endsWith("/" + path) ? name.substring(0, name.length() - path.length()) : "";
        } catch (IOException | ClassFormatError e) {
            return ""; // the failure to link it tells
        }
    }

    private void add(Archive archive, String name, String place, Layout layout, Layout.Root root, String folder) {
        Source source = put(root, archive, name, folder);
        if (source != null) {
            boolean isModule = name.endsWith("/module-info.class") || name.equals("module-info.class");
            subjects.put(place + name, new Subject(source, layout, isModule));
        }
    }

    /** Null for a copy that is for later JVMs. */
    private static Source put(Layout.Root root, Archive archive, String name, String folder) {
        String path = name.substring(folder.length());
        int release = 0;
        Matcher version = VERSION.matcher(path);
        if (folder.isEmpty() && archive.isMultiRelease() && version.matches() && Integer.parseInt(version.group(1)) >= FIRST_VERSION) {
            release = Integer.parseInt(version.group(1));
            path = version.group(2);
            if (release > Runtime.version().feature()) {
                return null;
            }
        }
        Source source = new Source(archive, name, release);
        root.put(path.substring(0, path.length() - EXTENSION.length()), source);
        return source;
    }

    private void readNested(Archive archive, String name, String place, Layout layout, int depth) throws IOException {
        Archive nested;
        try {
            if (!archive.isArchive(name)) {
                return;
            }
            if (depth == DEEPEST) {
                throw new IOException("archives are nested deeper than " + DEEPEST + " levels");
            }
            nested = archive.nested(name);
        } catch (IOException | RuntimeException e) {
            unreadable.put(place + name, String.valueOf(e.getMessage()));
            return;
        }
        Path path = archive.path(name);
        if (path != null && Files.exists(path)) {
            seen(path, nested);
        }
        read(nested, place + name + "!", layout, depth + 1);
    }
}

package weave.verify;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/**
 * Files that a class loader may read: an archive or a folder. What comes out of it is bounded, whatever its headers say, and no name
 * inside it ever becomes the name of a file.
 */
abstract class Archive {
    /** No compiler makes a class that comes near. */
    static final int LARGEST_CLASS = 32 << 20;

    private static final int COPIED_AT_ONCE = 1 << 16;

    /** How many bytes the archives inside a file may take when they are unpacked, to any depth. */
    static final class Budget {
        private static final long TIMES = 16;
        private static final long BESIDES = 64 << 20;

        private long left;

        Budget(long sizeOfFile) {
            left = TIMES * sizeOfFile + BESIDES;
        }

        private void take(int bytes) throws IOException {
            left -= bytes;
            if (left < 0) {
                throw new IOException("what is nested in this file takes more than " + TIMES + " times its size");
            }
        }
    }

    /** The names of all files, in the order in which a class path has them. */
    abstract Collection<String> names();

    abstract InputStream open(String name) throws IOException;

    /** An archive inside this one. */
    abstract Archive nested(String name) throws IOException;

    /** Whether a class loader reads the folders below {@code META-INF/versions}. */
    boolean isMultiRelease() {
        return false;
    }

    /** Where a file is, if it is in no archive. */
    Path path(String name) {
        return null;
    }

    /** The jars and folders that {@code Class-Path} in its manifest names and that are there. */
    List<Path> classPath() {
        return List.of();
    }

    byte[] read(String name) throws IOException {
        try (InputStream in = open(name)) {
            byte[] bytes = in.readNBytes(LARGEST_CLASS + 1);
            if (bytes.length > LARGEST_CLASS) {
                throw new IOException("it is larger than " + (LARGEST_CLASS >> 20) + " MiB");
            }
            return bytes;
        }
    }

    /** Whether a file begins as an archive does. One with a script in front is known by its extension. */
    boolean isArchive(String name) throws IOException {
        String lower = name.toLowerCase(java.util.Locale.ROOT);
        if (lower.endsWith(".jar") || lower.endsWith(".war") || lower.endsWith(".ear") || lower.endsWith(".rar")) {
            return true;
        }
        try (InputStream in = open(name)) {
            byte[] start = in.readNBytes(4);
            return start.length == 4 && start[0] == 'P' && start[1] == 'K' && start[2] == 3 && start[3] == 4;
        }
    }

    static Archive of(Path path) throws IOException {
        return Files.isDirectory(path) ? new Folder(path) : new Jar(path.toFile(), ZipFile.OPEN_READ, path, new Budget(Files.size(path)));
    }

    /** A jar, opened as a class loader opens it: signatures are checked when an entry is read. */
    private static final class Jar extends Archive {
        private final JarFile file;
        private final Path path;
        private final Budget budget;
        private final Set<String> names = new LinkedHashSet<>();

        /** {@code path} is null for one that was nested. */
        Jar(File file, int mode, Path path, Budget budget) throws IOException {
            this.file = new JarFile(file, true, mode);
            this.path = path;
            this.budget = budget;
            this.file.stream().filter(entry -> !entry.isDirectory()).forEach(entry -> names.add(entry.getName()));
        }

        @Override
        Collection<String> names() {
            return names;
        }

        @Override
        InputStream open(String name) throws IOException {
            JarEntry entry = file.getJarEntry(name);
            if (entry == null) {
                throw new IOException("no such entry");
            }
            return file.getInputStream(entry);
        }

        /** Unpacked into a temporary file that has lost its name, where the system allows that, as soon as it is open. */
        @Override
        Archive nested(String name) throws IOException {
            File unpacked = File.createTempFile("weave-verify-", ".jar");
            try {
                try (InputStream in = open(name); OutputStream out = Files.newOutputStream(unpacked.toPath())) {
                    byte[] bytes = new byte[COPIED_AT_ONCE];
                    for (int length; (length = in.read(bytes)) >= 0;) {
                        budget.take(length);
                        out.write(bytes, 0, length);
                    }
                }
                return new Jar(unpacked, ZipFile.OPEN_READ | ZipFile.OPEN_DELETE, null, budget);
            } catch (IOException | RuntimeException e) {
                unpacked.delete();
                throw e;
            }
        }

        @Override
        boolean isMultiRelease() {
            return file.isMultiRelease();
        }

        @Override
        List<Path> classPath() {
            List<Path> found = new ArrayList<>();
            try {
                Manifest manifest = path == null ? null : file.getManifest();
                String named = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
                for (String one : named == null ? new String[0] : named.trim().split(" +")) {
                    Path other = Path.of(path.toUri().resolve(one));
                    if (Files.exists(other)) {
                        found.add(other);
                    }
                }
            } catch (IOException | IllegalArgumentException | java.nio.file.FileSystemNotFoundException e) {
                return found; // class loaders pass over what they cannot read there, too
            }
            return found;
        }
    }

    private static final class Folder extends Archive {
        private final Path folder;
        private final List<String> names = new ArrayList<>();

        Folder(Path folder) throws IOException {
            this.folder = folder;
            Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    names.add(folder.relativize(file).toString().replace(File.separatorChar, '/'));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE; // a link that leads nowhere, or in a circle
                }
            });
            names.sort(null);
        }

        @Override
        Collection<String> names() {
            return names;
        }

        @Override
        InputStream open(String name) throws IOException {
            return Files.newInputStream(path(name));
        }

        @Override
        Path path(String name) {
            return folder.resolve(name);
        }

        @Override
        Archive nested(String name) throws IOException {
            return of(path(name));
        }
    }
}

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Looks at a woven archive, or a woven folder, beside the original: {@code Archives ORIGINAL WOVEN}. Prints what is wrong: the
 * runtime is not there exactly once, a nested archive is compressed where it was stored, or has changed though nothing in it has.
 */
public final class Archives {
    private static final String RUNTIME = "weave/runtime/Shim.class";
    private static final List<String> FAULTS = new ArrayList<>();
    private static final List<String> RUNTIMES = new ArrayList<>();

    /** An entry: its content, and how it is stored. */
    private record Entry(byte[] content, int method) {}

    public static void main(String[] arguments) throws IOException {
        compare(read(Path.of(arguments[0])), read(Path.of(arguments[1])), "");
        if (RUNTIMES.size() != 1) {
            FAULTS.add(RUNTIMES.size() + " copies of the runtime: " + RUNTIMES);
        }
        FAULTS.forEach(System.out::println);
    }

    /** Returns whether any content differs. */
    private static boolean compare(Map<String, Entry> original, Map<String, Entry> woven, String place) throws IOException {
        boolean differs = !woven.keySet().equals(original.keySet());
        for (String gone : original.keySet()) {
            if (!woven.containsKey(gone) && !gone.equals("META-INF/INDEX.LIST")) {
                FAULTS.add(place + gone + " is gone");
            }
        }
        for (var each : woven.entrySet()) {
            String path = each.getKey();
            Entry now = each.getValue();
            Entry before = original.get(path);
            if (path.endsWith(RUNTIME)) {
                RUNTIMES.add(place + path);
            }
            boolean same = before != null && Arrays.equals(before.content, now.content);
            differs |= !same;
            if (before != null && before.method != now.method) {
                FAULTS.add(place + path + " was stored by method " + before.method + ", now by " + now.method);
            }
            if (isArchive(now.content)) {
                var inner = before == null ? new HashMap<String, Entry>() : read(before.content);
                boolean within = compare(inner, read(now.content), place + path + "!");
                if (before != null && within == same) {
                    FAULTS.add(place + path + (same ? " is the same with other entries" : " has changed, and its entries have not"));
                }
            }
        }
        return differs;
    }

    private static boolean isArchive(byte[] content) {
        return content.length > 4 && content[0] == 'P' && content[1] == 'K' && content[2] == 3 && content[3] == 4;
    }

    /** The entries of an archive, or the files of a folder, by their paths. */
    private static Map<String, Entry> read(Path path) throws IOException {
        Map<String, Entry> entries = new HashMap<>();
        if (Files.isDirectory(path)) {
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (!file.toString().endsWith(".weave.json")) {
                        entries.put(path.relativize(file).toString(), new Entry(Files.readAllBytes(file), -1));
                    }
                }
            }
            return entries;
        }
        try (ZipFile zip = new ZipFile(path.toFile())) {
            for (ZipEntry entry : zip.stream().filter(entry -> !entry.isDirectory()).toList()) {
                try (InputStream in = zip.getInputStream(entry)) {
                    entries.put(entry.getName(), new Entry(in.readAllBytes(), entry.getMethod()));
                }
            }
        }
        return entries;
    }

    private static Map<String, Entry> read(byte[] archive) throws IOException {
        Path file = Files.createTempFile("archive", ".zip");
        try {
            Files.write(file, archive);
            return read(file);
        } finally {
            Files.delete(file);
        }
    }
}

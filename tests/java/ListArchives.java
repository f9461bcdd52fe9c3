import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What Java reads in the archives of a folder. For each file a line with its name; then either `refused` or the comment
 * and a line for each entry: its name and the CRC-32 of its content, as `ZipFile` finds it; then the names that
 * `JarInputStream` passes, and `refused` where it stops.
 */
class ListArchives {
    public static void main(String[] arguments) throws IOException {
        try (Stream<Path> list = Files.list(Path.of(arguments[0]))) {
            for (Path path : list.sorted().toList()) {
                System.out.println(path.getFileName());
                file(path);
                stream(path);
            }
        }
    }

    private static void file(Path path) {
        try (ZipFile zip = new ZipFile(path.toFile(), StandardCharsets.ISO_8859_1)) {
            String comment = zip.getComment();
            System.out.println("comment " + (comment == null ? 0 : comment.length()));
            for (ZipEntry entry : zip.stream().toList()) {
                CRC32 crc = new CRC32();
                try (InputStream in = zip.getInputStream(entry)) {
                    crc.update(in.readAllBytes());
                }
                System.out.printf("entry %s %08x%n", entry.getName(), crc.getValue());
            }
        } catch (IOException e) {
            System.out.println("refused");
        }
    }

    private static void stream(Path path) {
        StringBuilder names = new StringBuilder("stream");
        try (JarInputStream in = new JarInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null;) {
                in.readAllBytes();
                names.append(' ').append(entry.getName());
            }
        } catch (IOException e) {
            names.append(" refused");
        }
        System.out.println(names);
    }
}

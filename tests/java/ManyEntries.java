import java.io.BufferedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Copies an archive and adds empty entries: {@code ManyEntries IN OUT COUNT}. Above 65,535 the JDK writes zip64 records. */
public class ManyEntries {
    public static void main(String[] args) throws Exception {
        try (ZipFile in = new ZipFile(args[0]);
                ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[1]))))) {
            for (ZipEntry entry : in.stream().toList()) {
                out.putNextEntry(new ZipEntry(entry.getName()));
                in.getInputStream(entry).transferTo(out);
            }
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                out.putNextEntry(new ZipEntry("data/" + i));
            }
        }
    }
}

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Java reads in manifests. The first argument is a folder of jars, the others are names of attributes. A line for
 * each jar: its name, `read` or `refused`, whether it is multi-release, the number of main attributes, and the value of
 * each name in hexadecimal digits, `-` for one that is not there.
 */
class ReadManifests {
    public static void main(String[] arguments) throws IOException {
        java.util.logging.LogManager.getLogManager().reset(); // it warns of names that stand twice
        try (Stream<Path> list = Files.list(Path.of(arguments[0]))) {
            for (Path path : list.sorted().toList()) {
                System.out.println(path.getFileName() + " " + read(path, arguments));
            }
        }
    }

    private static String read(Path path, String[] arguments) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            byte[] bytes = jar.getInputStream(jar.getEntry("META-INF/MANIFEST.MF")).readAllBytes();
            try {
                var main = new Manifest(new ByteArrayInputStream(bytes)).getMainAttributes();
                String values = Stream.of(arguments).skip(1).map(main::getValue).map(ReadManifests::hex).collect(Collectors.joining(" "));
                return "read " + jar.isMultiRelease() + " " + main.size() + " " + values;
            } catch (IOException e) {
                return "refused " + jar.isMultiRelease();
            }
        }
    }

    private static String hex(String value) {
        return value == null ? "-" : "x" + HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8));
    }
}

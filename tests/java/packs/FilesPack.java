import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Function;

/** Files by java.io and java.nio. */
public final class FilesPack {
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Path one = folder.resolve("one.txt");
        try (FileOutputStream out = new FileOutputStream(one.toString())) {
            out.write(1);
        }
        try (FileInputStream in = new FileInputStream(new File(one.toString()))) {
            in.read();
        }
        try (RandomAccessFile file = new RandomAccessFile(one.toFile(), "r"); FileReader reader = new Reader(one.toString())) {
            file.read();
            reader.read();
        }
        Path two = folder.resolve("two.txt");
        Files.writeString(two, "two");
        Files.readString(two);
        Files.readAllLines(two);
        Files.copy(two, folder.resolve("three.txt"));
        Files.move(folder.resolve("three.txt"), folder.resolve("four.txt"));
        try (FileChannel channel = FileChannel.open(two, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1]));
            channel.force(true);
        }
        Files.newInputStream(two).close();
        try {
            Files.delete(folder.resolve("none.txt"));
        } catch (NoSuchFileException expected) {
            // There is none.
        }
        Function<String, File> reference = File::new;
        Files.deleteIfExists(reference.apply(two.toString()).toPath());
        Opener opener = path -> new FileOutputStream(path);
        opener.open(folder.resolve("five.txt").toString()).close();
    }

    private interface Opener {
        FileOutputStream open(String path) throws IOException;
    }

    /** Neither its own constructor nor the call of its superclass' is one that the pack names. */
    private static final class Reader extends FileReader {
        Reader(String path) throws IOException {
            super(path);
        }
    }
}

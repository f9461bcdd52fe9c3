package weave.recording;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A chunk of a recording. The recorder's parser reads each of them as a file of its own: one that is broken costs itself only, and recordings
 * that were put together in one file have each their own types and clocks.
 */
final class Chunk {
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int HEADER = 68;
    private static final int SIZE = 8;
    private static final int STATE = 64;

    final Path file;
    /** From 1. */
    final int number;
    final long offset;
    final long size;
    final long start;
    final long end;
    /** True if the JVM had not finished it. */
    final boolean isUnfinished;
    /** True if it is all that is in its file. */
    private final boolean isWhole;
    /** The number of the JVM that wrote it; -1 while that is not known. */
    int jvm = -1;

    private Chunk(Path file, int number, long offset, long size, Header header, boolean isWhole) {
        this.file = file;
        this.number = number;
        this.offset = offset;
        this.size = size;
        this.start = header.start;
        this.end = header.start + header.duration;
        this.isUnfinished = header.isUnfinished || header.size != size;
        this.isWhole = isWhole && !isUnfinished;
    }

    /** What the first bytes of a chunk say. */
    private static final class Header {
        final long size;
        final long start;
        final long duration;
        final boolean isUnfinished;

        Header(ByteBuffer bytes) {
            size = bytes.getLong(SIZE);
            start = bytes.getLong(32);
            duration = Math.max(0, bytes.getLong(40));
            isUnfinished = bytes.get(STATE) != 0;
        }
    }

    /** The chunks of a file; what is none is said to {@code loss}. */
    static List<Chunk> of(Path file, Loss loss) throws IOException {
        List<Chunk> all = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file)) {
            long length = channel.size();
            long at = 0;
            boolean isUnfinished = false;
            while (at < length) {
                int number = all.size() + 1;
                ByteBuffer bytes = read(channel, at);
                if (isUnfinished && (bytes.remaining() < 4 || bytes.getInt(0) != MAGIC)) {
                    break; // what its JVM had begun to write when it was killed
                }
                if (bytes.remaining() >= 4 && bytes.getInt(0) != MAGIC) {
                    loss.broken(file, number, at, length - at, at == 0 ? "it is no recording" : "what follows is no chunk of a recording");
                    break;
                }
                if (bytes.remaining() < HEADER) {
                    loss.broken(file, number, at, length - at, "its header is cut off");
                    break;
                }
                int major = bytes.getShort(4);
                if (major != 1 && major != 2) {
                    loss.broken(file, number, at, length - at, "it is of version " + major + " of the format, which is not known");
                    break;
                }
                Header header = new Header(bytes);
                long size = header.size;
                if (size < HEADER && header.isUnfinished) {
                    size = length - at; // the JVM was killed before it wrote the size
                }
                if (size < HEADER || size > length - at) {
                    loss.broken(file, number, at, length - at, "it ends after " + (length - at) + " bytes of " + size);
                    break;
                }
                isUnfinished = header.isUnfinished;
                all.add(new Chunk(file, number, at, size, header, at == 0 && size == length));
                at += size;
            }
        }
        return all;
    }

    private static ByteBuffer read(FileChannel channel, long at) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER);
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {
            continue;
        }
        return bytes.flip();
    }

    /** Makes a file that has nothing but the chunk. */
    Single open() throws IOException {
        return new Single();
    }

    /** The chunk as a file, which goes when this is closed. */
    final class Single implements Closeable {
        final Path path;

        private Single() throws IOException {
            if (isWhole) {
                path = file;
                return;
            }
            path = Files.createTempFile("weave-chunk", ".jfr");
            try {
                copy();
            } catch (IOException | RuntimeException e) {
                close();
                throw e;
            }
        }

        private void copy() throws IOException {
            try (FileChannel from = FileChannel.open(file);
                    FileChannel to = FileChannel.open(path, StandardOpenOption.WRITE)) {
                long done = 0;
                while (done < size) {
                    long more = from.transferTo(offset + done, size - done, to);
                    if (more <= 0) {
                        throw new IOException("it became shorter while it was read");
                    }
                    done += more;
                }
            }
            if (isUnfinished) {
                try (RandomAccessFile header = new RandomAccessFile(path.toFile(), "rw")) {
                    header.seek(SIZE);
                    header.writeLong(size);
                    header.seek(STATE);
                    header.write(0); // else the parser waits for the JVM to finish it
                }
            }
        }

        @Override
        public void close() throws IOException {
            if (!path.equals(file)) {
                Files.deleteIfExists(path);
            }
        }
    }
}

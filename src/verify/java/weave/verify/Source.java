package weave.verify;

import java.io.IOException;
import java.lang.ref.SoftReference;

/** Where the bytes of a class are. They are kept while there is room. */
final class Source {
    private final Archive archive;
    private final String entry;
    /** The release whose folder of a multi-release archive it is in; 0 for the others. */
    final int release;
    private volatile SoftReference<byte[]> bytes = new SoftReference<>(null);

    Source(Archive archive, String entry, int release) {
        this.archive = archive;
        this.entry = entry;
        this.release = release;
    }

    byte[] read() throws IOException {
        byte[] known = bytes.get();
        if (known == null) {
            known = archive.read(entry);
            bytes = new SoftReference<>(known);
        }
        return known;
    }
}

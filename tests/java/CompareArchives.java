import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Compares two archives record by record, without java.util.zip's reader and without ours: the central directory and the local
 * records as APPNOTE 4.3 lays them out.
 *
 * <pre>
 * CompareArchives IN OUT CLASS   nothing differs but the entries of CLASS, and what is added and left out for it
 * CompareArchives --pick IN      prints the binary name of a class with code, from the middle of the archive
 * CompareArchives --added IN OUT prints the name, date and time of each entry that only OUT has
 * </pre>
 *
 * Prints what differs and ends with 1, or prints how many entries are equal, changed, added and left out.
 */
public class CompareArchives {
    private static final int LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50;
    private static final int END64 = 0x06064b50, LOCATOR64 = 0x07064b50;
    private static final int DESCRIPTOR = 8;

    /** An entry: the fields of its central header, and the bytes of its local record up to the next record. */
    private record Entry(String name, byte[] rawName, int madeBy, int needed, int flags, int method, int time, int date, int crc,
            long packed, long size, byte[] extra, byte[] comment, int internal, int external, long offset, byte[] record) {

        ByteBuffer local() {
            return ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
        }

        byte[] localName() {
            return Arrays.copyOfRange(record, 30, 30 + u2(local(), 26));
        }

        byte[] localExtra() {
            int from = 30 + u2(local(), 26);
            return Arrays.copyOfRange(record, from, from + u2(local(), 28));
        }

        byte[] data() {
            int from = 30 + u2(local(), 26) + u2(local(), 28);
            return Arrays.copyOfRange(record, from, from + (int) packed);
        }

        byte[] content() throws DataFormatException {
            if (method == 0) {
                return data();
            }
            Inflater inflater = new Inflater(true);
            inflater.setInput(data());
            byte[] content = new byte[(int) size];
            int length = 0;
            while (length < size && !inflater.finished()) {
                length += inflater.inflate(content, length, content.length - length);
            }
            inflater.end();
            return content;
        }
    }

    private record Archive(byte[] prefix, List<Entry> entries, byte[] comment, boolean hasEnd64) {}

    private static int u2(ByteBuffer bytes, int at) {
        return Short.toUnsignedInt(bytes.getShort(at));
    }

    private static long u4(ByteBuffer bytes, int at) {
        return Integer.toUnsignedLong(bytes.getInt(at));
    }

    private static byte[] slice(ByteBuffer bytes, int from, int to) {
        return Arrays.copyOfRange(bytes.array(), from, to);
    }

    private static Archive read(Path path) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        int end = all.limit() - 22;
        while (all.getInt(end) != END || end + 22 + u2(all, end + 20) != all.limit()) {
            end--;
        }
        long count = u2(all, end + 10), length = u4(all, end + 12), start = u4(all, end + 16);
        boolean hasEnd64 = end >= 20 && all.getInt(end - 20) == LOCATOR64;
        int directoryEnd = end;
        if (hasEnd64) {
            directoryEnd = end - 20 - 56;
            if (all.getInt(directoryEnd) != END64) {
                throw new IOException(path + ": the zip64 end record is not where it should be");
            }
            count = all.getLong(directoryEnd + 32);
            length = all.getLong(directoryEnd + 40);
            start = all.getLong(directoryEnd + 48);
        }
        int at = (int) (directoryEnd - length);
        long shift = at - start; // what was put in front without counting it in the offsets
        List<Integer> headers = new ArrayList<>();
        TreeSet<Integer> places = new TreeSet<>(Set.of(at));
        for (int header = at; header < directoryEnd; header += 46 + u2(all, header + 28) + u2(all, header + 30) + u2(all, header + 32)) {
            if (all.getInt(header) != CENTRAL) {
                throw new IOException(path + ": no central header at " + header);
            }
            headers.add(header);
            places.add((int) (offset(all, header) + shift));
        }
        if (headers.size() != count) {
            throw new IOException(path + ": " + headers.size() + " entries, " + count + " declared");
        }
        List<Entry> entries = new ArrayList<>();
        for (int header : headers) {
            int name = header + 46, extra = name + u2(all, header + 28), comment = extra + u2(all, header + 30);
            int place = (int) (offset(all, header) + shift);
            if (all.getInt(place) != LOCAL) {
                throw new IOException(path + ": no local header at " + place);
            }
            byte[] rawName = slice(all, name, extra);
            entries.add(new Entry(new String(rawName, StandardCharsets.ISO_8859_1), rawName, u2(all, header + 4), u2(all, header + 6),
                    u2(all, header + 8), u2(all, header + 10), u2(all, header + 12), u2(all, header + 14), all.getInt(header + 16),
                    u4(all, header + 20), u4(all, header + 24), slice(all, extra, comment),
                    slice(all, comment, comment + u2(all, header + 32)), u2(all, header + 36), all.getInt(header + 38), place,
                    slice(all, place, places.higher(place))));
        }
        return new Archive(slice(all, 0, places.first()), entries, slice(all, end + 22, all.limit()), hasEnd64);
    }

    /** Of a header whose sizes are small; its offset may be in the zip64 extra field. */
    private static long offset(ByteBuffer all, int header) {
        long offset = u4(all, header + 42);
        if (offset != 0xffffffffL) {
            return offset;
        }
        int extra = header + 46 + u2(all, header + 28), end = extra + u2(all, header + 30);
        for (; extra < end; extra += 4 + u2(all, extra + 2)) {
            if (u2(all, extra) == 1) {
                return all.getLong(extra + 4);
            }
        }
        throw new IllegalArgumentException("no zip64 field");
    }

    private static String logical(String name) {
        return name.replaceFirst("^META-INF/versions/[1-9][0-9]*/", "");
    }

    private static boolean isSignature(String name) {
        return name.matches("(?i)META-INF/(SIG-[^/]*|[^/]*\\.(SF|RSA|DSA|EC))");
    }

    private static boolean isOurs(String name) {
        return name.matches("weave/.*\\.class|META-INF/weave/manifest\\.json|META-INF/native-image/weave/[^/]+/reflect-config\\.json");
    }

    private final List<String> faults = new ArrayList<>();

    private void check(boolean holds, String what) {
        if (!holds) {
            faults.add(what);
        }
    }

    private void check(Object before, Object after, String name, String what) {
        boolean equal = before instanceof byte[] bytes ? Arrays.equals(bytes, (byte[]) after) : before.equals(after);
        check(equal, name + ": " + what + " differs");
    }

    /** What holds for each entry of the input, changed or not. */
    private void compareHeaders(Entry in, Entry out) {
        String name = in.name;
        check(in.madeBy, out.madeBy, name, "version made by");
        check(in.needed, out.needed, name, "version needed");
        check(in.method, out.method, name, "method");
        check(in.time, out.time, name, "time");
        check(in.date, out.date, name, "date");
        check(in.extra, out.extra, name, "extra field");
        check(in.comment, out.comment, name, "comment");
        check(in.internal, out.internal, name, "internal attributes");
        check(in.external, out.external, name, "external attributes");
        check(in.rawName, out.rawName, name, "name");
        check(in.localName(), out.localName(), name, "name in the local header");
        check(in.localExtra(), out.localExtra(), name, "extra field in the local header");
        for (int field : new int[] {4, 8, 10, 12}) { // version needed, method, time, date
            check(u2(in.local(), field), u2(out.local(), field), name, "local header at " + field);
        }
    }

    private void compare(Archive in, Archive out, String className) throws DataFormatException {
        String entryName = className.replace('.', '/') + ".class";
        boolean isSigned = in.entries.stream().anyMatch(entry -> isSignature(entry.name));
        int at = 0, equal = 0, changed = 0, left = 0, classes = 0;
        for (Entry entry : in.entries) {
            boolean isLeftOut = isSignature(entry.name) || entry.name.equals("META-INF/INDEX.LIST");
            if (isLeftOut) {
                left++;
                continue;
            }
            if (at == out.entries.size() || !out.entries.get(at).name.equals(entry.name)) {
                faults.add(entry.name + ": missing, or not in its place");
                return;
            }
            Entry other = out.entries.get(at++);
            compareHeaders(entry, other);
            String logical = logical(entry.name);
            boolean mayChange = logical.equals(entryName) || logical.equals("module-info.class")
                    || isSigned && entry.name.equals("META-INF/MANIFEST.MF");
            if (Arrays.equals(entry.record, other.record)) {
                check(entry.flags, other.flags, entry.name, "flags");
                check(entry.crc, other.crc, entry.name, "CRC");
                check(entry.packed, other.packed, entry.name, "compressed size");
                check(entry.size, other.size, entry.name, "size");
                equal++;
            } else {
                check(mayChange, entry.name + ": its record differs");
                check(!Arrays.equals(entry.content(), other.content()), entry.name + ": written anew with the same content");
                check(entry.flags & ~DESCRIPTOR, other.flags, entry.name, "flags");
                check(other.record.length, 30 + other.localName().length + other.localExtra().length + (int) other.packed, entry.name,
                        "length of the record");
                check(u4(other.local(), 18), other.packed, entry.name, "compressed size in the local header");
                check(u4(other.local(), 22), other.size, entry.name, "size in the local header");
                changed++;
                classes += logical.equals(entryName) ? 1 : 0;
            }
        }
        List<Entry> added = out.entries.subList(at, out.entries.size());
        for (Entry entry : added) {
            check(isOurs(entry.name), entry.name + ": added");
            check(entry.extra.length + entry.comment.length + entry.localExtra().length, 0, entry.name, "length of extras");
        }
        check(classes > 0, className + ": not changed");
        check(added.size() > 10, "the runtime is missing");
        check(in.prefix, out.prefix, "the archive", "what stands before it");
        check(in.comment, out.comment, "the archive", "comment");
        check(out.hasEnd64 == out.entries.size() > 65_534, "a zip64 end record, with " + out.entries.size() + " entries");
        System.out.println(equal + " " + changed + " " + added.size() + " " + left);
    }

    /** True for a class, not an interface, whose constant pool has the name of the attribute for code (JVMS 4.4). */
    private static boolean hasCode(byte[] content) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        boolean found = false;
        int at = 10;
        for (int i = 1, count = u2(bytes, 8); i < count; i++) {
            int tag = bytes.get(at);
            switch (tag) {
                case 1 -> {
                    found |= new String(content, at + 3, u2(bytes, at + 1), StandardCharsets.ISO_8859_1).equals("Code");
                    at += 3 + u2(bytes, at + 1);
                }
                case 5, 6 -> {
                    at += 9;
                    i++;
                }
                case 7, 8, 16, 19, 20 -> at += 3;
                case 15 -> at += 4;
                default -> at += 5;
            }
        }
        boolean isInterface = (u2(bytes, at) & 0x0200) != 0;
        return found && !isInterface;
    }

    /** A class with code. */
    private static String pick(Archive in) throws DataFormatException {
        int middle = in.entries.size() / 2;
        for (int i = 0; i < in.entries.size(); i++) {
            Entry entry = in.entries.get((middle + i) % in.entries.size());
            if (!entry.name.endsWith(".class") || entry.name.matches("META-INF/.*|.*-info\\.class")) {
                continue;
            }
            if (hasCode(entry.content())) {
                return entry.name.substring(0, entry.name.length() - 6).replace('/', '.');
            }
        }
        return "-";
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("--pick")) {
            System.out.println(pick(read(Path.of(args[1]))));
            return;
        }
        if (args[0].equals("--added")) {
            Set<String> known = new TreeSet<>();
            read(Path.of(args[1])).entries.forEach(entry -> known.add(entry.name));
            for (Entry entry : read(Path.of(args[2])).entries) {
                if (!known.contains(entry.name)) {
                    int date = entry.date, time = entry.time;
                    System.out.printf("%s %d-%02d-%02d %02d:%02d:%02d%n", entry.name, 1980 + (date >> 9), date >> 5 & 15, date & 31,
                            time >> 11, time >> 5 & 63, 2 * (time & 31));
                }
            }
            return;
        }
        CompareArchives compared = new CompareArchives();
        compared.compare(read(Path.of(args[0])), read(Path.of(args[1])), args[2]);
        compared.faults.stream().limit(20).forEach(System.out::println);
        System.exit(compared.faults.isEmpty() ? 0 : 1);
    }
}

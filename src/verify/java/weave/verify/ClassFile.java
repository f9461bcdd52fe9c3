package weave.verify;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A class file (JVMS §4.1), read as far as verification compares it. Names are internal ones. */
final class ClassFile {
    static final int PUBLIC = 0x0001;
    static final int PROTECTED = 0x0004;

    private static final int MAGIC = 0xCAFEBABE;
    private static final int POOL = 10;

    private final byte[] bytes;
    /** Where each constant begins, at its tag; 0 for none. */
    private final int[] constants;
    private final int poolEnd;
    final int access;
    private final int thisClass;
    private final int superclass;
    private final int[] interfaces;
    /** Null until they are asked for. */
    private List<Member> fields;
    private List<Member> methods;
    private List<Attribute> attributes;
    private final int members;

    /** A field or method. */
    static final class Member {
        final int access;
        final String name;
        final String descriptor;
        final List<Attribute> attributes;

        Member(int access, String name, String descriptor, List<Attribute> attributes) {
            this.access = access;
            this.name = name;
            this.descriptor = descriptor;
            this.attributes = attributes;
        }

        boolean is(String name, String descriptor) {
            return this.name.equals(name) && this.descriptor.equals(descriptor);
        }
    }

    /** An attribute: its name, and its bytes, which refer to the constant pool. */
    static final class Attribute {
        final String name;
        final ByteBuffer info;

        Attribute(String name, ByteBuffer info) {
            this.name = name;
            this.info = info;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Attribute && ((Attribute) other).name.equals(name) && ((Attribute) other).info.equals(info);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** A constant that names a class, or a member of one. */
    static final class Reference {
        final String owner;
        /** Null for the class itself. */
        final String name;
        final String descriptor;

        Reference(String owner, String name, String descriptor) {
            this.owner = owner;
            this.name = name;
            this.descriptor = descriptor;
        }
    }

    /** @throws ClassFormatError for bytes that end too early or whose constants lie elsewhere */
    ClassFile(byte[] bytes) {
        this.bytes = bytes;
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            if (in.getInt() != MAGIC) {
                throw new ClassFormatError("it does not begin as a class file");
            }
            in.getInt();
            constants = new int[u2(in)];
            for (int i = 1; i < constants.length; i++) {
                constants[i] = in.position();
                i += skipConstant(in);
            }
            poolEnd = in.position();
            access = u2(in);
            thisClass = u2(in);
            superclass = u2(in);
            interfaces = new int[u2(in)];
            for (int i = 0; i < interfaces.length; i++) {
                interfaces[i] = u2(in);
            }
            members = in.position();
        } catch (RuntimeException e) {
            throw damaged(e);
        }
    }

    /** Returns how many more indices the constant takes (JVMS §4.4.5). */
    private static int skipConstant(ByteBuffer in) {
        int tag = in.get();
        switch (tag) {
            case 1:
                skip(in, u2(in));
                return 0;
            case 7: case 8: case 16: case 19: case 20:
                skip(in, 2);
                return 0;
            case 15:
                skip(in, 3);
                return 0;
            case 3: case 4: case 9: case 10: case 11: case 12: case 17: case 18:
                skip(in, 4);
                return 0;
            case 5: case 6:
                skip(in, 8);
                return 1;
            default:
                throw new ClassFormatError("unknown constant " + tag);
        }
    }

    String name() {
        return className(thisClass);
    }

    /** Null for {@code java/lang/Object}. */
    String superclass() {
        return superclass == 0 ? null : className(superclass);
    }

    List<String> interfaces() {
        List<String> names = new ArrayList<>();
        for (int index : interfaces) {
            names.add(className(index));
        }
        return names;
    }

    /** {@code 52.0}. */
    String version() {
        ByteBuffer in = ByteBuffer.wrap(bytes, 4, 4);
        int minor = u2(in);
        return u2(in) + "." + minor;
    }

    List<Member> fields() {
        readMembers();
        return fields;
    }

    List<Member> methods() {
        readMembers();
        return methods;
    }

    List<Attribute> attributes() {
        readMembers();
        return attributes;
    }

    /** Whether the constants of {@code original} stand first in this one, at the same indices. */
    boolean continuesPoolOf(ClassFile original) {
        return constants.length >= original.constants.length
                && poolEnd >= original.poolEnd
                && Arrays.equals(bytes, POOL, original.poolEnd, original.bytes, POOL, original.poolEnd);
    }

    boolean hasBytesOf(ClassFile other) {
        return Arrays.equals(bytes, other.bytes);
    }

    /** Classes and members of classes that begin with one of the prefixes, which are of ASCII letters. */
    List<Reference> references(String... prefixes) {
        List<Reference> found = new ArrayList<>();
        for (int i = 1; i < constants.length; i++) {
            int at = constants[i];
            int tag = at == 0 ? 0 : bytes[at];
            if (tag == 7 && begins(u2(at + 1), prefixes)) {
                found.add(new Reference(utf8(u2(at + 1)), null, null));
            } else if (tag >= 9 && tag <= 11 && begins(u2(at(u2(at + 1), 7) + 1), prefixes)) {
                int pair = at(u2(at + 3), 12);
                found.add(new Reference(className(u2(at + 1)), utf8(u2(pair + 1)), utf8(u2(pair + 3))));
            }
        }
        return found;
    }

    /** String constants that begin so. */
    List<String> strings(String prefix) {
        List<String> found = new ArrayList<>();
        for (int at : constants) {
            if (at != 0 && bytes[at] == 8 && begins(u2(at + 1), prefix)) {
                found.add(utf8(u2(at + 1)));
            }
        }
        return found;
    }

    /** The value of a field whose attribute {@code ConstantValue} (JVMS §4.7.2) is the first of these; null if none is. */
    String constantValue(List<Attribute> ofField) {
        for (Attribute attribute : ofField) {
            int at = attribute.name.equals("ConstantValue") ? constants[u2(attribute.info.duplicate())] : 0;
            if (at != 0) {
                ByteBuffer value = ByteBuffer.wrap(bytes, at + 1, bytes.length - at - 1);
                switch (bytes[at]) {
                    case 3:
                        return String.valueOf(value.getInt());
                    case 4:
                        return String.valueOf(value.getFloat());
                    case 5:
                        return String.valueOf(value.getLong());
                    case 6:
                        return String.valueOf(value.getDouble());
                    default:
                        return utf8(u2(value));
                }
            }
        }
        return null;
    }

    private boolean begins(int index, String... prefixes) {
        int at = at(index, 1);
        for (String prefix : prefixes) {
            byte[] wanted = prefix.getBytes(StandardCharsets.US_ASCII);
            int length = u2(at + 1);
            if (length >= wanted.length && Arrays.equals(bytes, at + 3, at + 3 + wanted.length, wanted, 0, wanted.length)) {
                return true;
            }
        }
        return false;
    }

    private synchronized void readMembers() {
        if (attributes != null) {
            return;
        }
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            in.position(members);
            fields = readMembers(in);
            methods = readMembers(in);
            attributes = readAttributes(in);
        } catch (IllegalArgumentException | java.nio.BufferUnderflowException | IndexOutOfBoundsException e) {
            throw damaged(e);
        }
    }

    private List<Member> readMembers(ByteBuffer in) {
        List<Member> found = new ArrayList<>();
        for (int left = u2(in); left > 0; left--) {
            int flags = u2(in);
            String name = utf8(u2(in));
            String descriptor = utf8(u2(in));
            found.add(new Member(flags, name, descriptor, readAttributes(in)));
        }
        return found;
    }

    private List<Attribute> readAttributes(ByteBuffer in) {
        List<Attribute> found = new ArrayList<>();
        for (int left = u2(in); left > 0; left--) {
            String name = utf8(u2(in));
            int length = in.getInt();
            ByteBuffer info = in.slice();
            info.limit(length);
            skip(in, length);
            found.add(new Attribute(name, info));
        }
        return found;
    }

    private String className(int index) {
        return utf8(u2(at(index, 7) + 1));
    }

    private String utf8(int index) {
        int at = at(index, 1) + 1;
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, at, bytes.length - at))) {
            return in.readUTF();
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    /** Where the constant with this index is, which must have this tag. */
    private int at(int index, int tag) {
        int at = index < constants.length ? constants[index] : 0;
        if (at == 0 || bytes[at] != tag) {
            throw new ClassFormatError("constant " + index + " has not the tag " + tag);
        }
        return at;
    }

    private int u2(int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    private static int u2(ByteBuffer in) {
        return in.getShort() & 0xffff;
    }

    private static void skip(ByteBuffer in, int length) {
        in.position(in.position() + length);
    }

    private static ClassFormatError damaged(Exception e) {
        ClassFormatError error = new ClassFormatError("the class file is cut or damaged");
        error.initCause(e);
        return error;
    }
}

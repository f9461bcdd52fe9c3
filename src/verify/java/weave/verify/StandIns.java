package weave.verify;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Class files made here (JVMS §4.1). A class that is missing is made up as an interface, to which the verifier lets everything be
 * assigned; as a class, with the superclass that is wanted, where it has to be one.
 */
final class StandIns {
    private static final int CLASS = 0x21;
    private static final int INTERFACE = 0x601;
    private static final int STATIC = 0x8;

    private StandIns() {
    }

    /** Without any member; an interface if {@code superclass} is null. */
    static byte[] empty(String name, String superclass) {
        return write(name, superclass == null ? INTERFACE : CLASS, superclass == null ? "java/lang/Object" : superclass, false);
    }

    /** With a method that no JVM may accept. */
    static byte[] broken(String name) {
        return write(name, CLASS, "java/lang/Object", true);
    }

    private static byte[] write(String name, int flags, String superclass, boolean isBroken) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeInt(0xCAFEBABE);
            out.writeInt(52);
            out.writeShort(8);
            utf8(out, name);
            classOf(out, 1);
            utf8(out, superclass);
            classOf(out, 3);
            utf8(out, "broken");
            utf8(out, "()V");
            utf8(out, "Code");
            out.writeShort(flags);
            out.writeShort(2);
            out.writeShort(4);
            out.writeInt(0); // no interfaces, no fields
            out.writeShort(isBroken ? 1 : 0);
            if (isBroken) {
                out.writeShort(STATIC);
                out.writeShort(5);
                out.writeShort(6);
                out.writeShort(1);
                out.writeShort(7);
                out.writeInt(14);
                out.writeShort(1);
                out.writeShort(0);
                out.writeInt(2);
                out.writeByte(0x57); // pop
                out.writeByte(0xb1); // return
                out.writeInt(0); // no exception rows, no attributes
            }
            out.writeShort(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void utf8(DataOutputStream out, String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }

    private static void classOf(DataOutputStream out, int name) throws IOException {
        out.writeByte(7);
        out.writeShort(name);
    }
}

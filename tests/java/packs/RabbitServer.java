import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** As much of AMQP 0-9-1 as the client needs: it takes messages, has none in its queues, and delivers one to a consumer. */
final class RabbitServer {
    private static final int METHOD = 1;
    private static final int HEADER = 2;
    private static final int BODY = 3;

    private RabbitServer() {}

    /** Starts it for one connection, on a daemon thread; the port. */
    static int start() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            try (Socket socket = server.accept()) {
                serve(new DataInputStream(new BufferedInputStream(socket.getInputStream())), new DataOutputStream(socket.getOutputStream()));
            } catch (IOException e) {
                // The client has gone.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return server.getLocalPort();
    }

    private interface Arguments {
        void write(DataOutputStream out) throws IOException;
    }

    private static void serve(DataInputStream in, DataOutputStream out) throws IOException {
        in.readNBytes(8);
        method(out, 0, 10, 10, start -> {
            start.write(new byte[] {0, 9});
            start.writeInt(0);
            text(start, "PLAIN");
            text(start, "en_US");
        });
        while (true) {
            int type = in.readUnsignedByte();
            int channel = in.readUnsignedShort();
            byte[] payload = in.readNBytes(in.readInt());
            in.readUnsignedByte();
            if (type != METHOD) {
                continue;
            }
            int method = payload[1] << 8 | payload[3];
            switch (method) {
                case 10 << 8 | 11 -> method(out, 0, 10, 30, tune -> {
                    tune.writeShort(0);
                    tune.writeInt(131_072);
                    tune.writeShort(0);
                });
                case 10 << 8 | 40 -> method(out, 0, 10, 41, opened -> opened.writeByte(0));
                case 10 << 8 | 50 -> method(out, 0, 10, 51, closed -> { });
                case 20 << 8 | 10 -> method(out, channel, 20, 11, opened -> opened.writeInt(0));
                case 20 << 8 | 40 -> method(out, channel, 20, 41, closed -> { });
                case 60 << 8 | 70 -> method(out, channel, 60, 72, empty -> empty.writeByte(0));
                case 60 << 8 | 20 -> {
                    method(out, channel, 60, 21, consuming -> shortText(consuming, "tag"));
                    deliver(out, channel);
                }
                default -> { }
            }
        }
    }

    private static void deliver(DataOutputStream out, int channel) throws IOException {
        byte[] body = "secret".getBytes(StandardCharsets.UTF_8);
        method(out, channel, 60, 60, delivery -> {
            shortText(delivery, "tag");
            delivery.writeLong(1);
            delivery.writeByte(0);
            shortText(delivery, "shop");
            shortText(delivery, "orders.new");
        });
        frame(out, HEADER, channel, header -> {
            header.writeShort(60);
            header.writeShort(0);
            header.writeLong(body.length);
            header.writeShort(0);
        });
        frame(out, BODY, channel, content -> content.write(body));
    }

    private static void method(DataOutputStream out, int channel, int type, int number, Arguments arguments) throws IOException {
        frame(out, METHOD, channel, method -> {
            method.writeShort(type);
            method.writeShort(number);
            arguments.write(method);
        });
    }

    private static void frame(DataOutputStream out, int type, int channel, Arguments content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        content.write(new DataOutputStream(bytes));
        out.writeByte(type);
        out.writeShort(channel);
        out.writeInt(bytes.size());
        bytes.writeTo(out);
        out.writeByte(0xCE);
        out.flush();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        out.writeInt(text.length());
        out.writeBytes(text);
    }

    private static void shortText(DataOutputStream out, String text) throws IOException {
        out.writeByte(text.length());
        out.writeBytes(text);
    }
}

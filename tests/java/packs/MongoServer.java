import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** As much of a MongoDB server as the driver needs: it answers commands and keeps nothing. */
final class MongoServer {
    private static final int OP_REPLY = 1;
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;

    private MongoServer() {}

    /** Starts it on a daemon thread; the port. */
    static int start() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(() -> {
            try {
                while (true) {
                    Socket socket = server.accept();
                    Thread serving = new Thread(() -> serve(socket));
                    serving.setDaemon(true);
                    serving.start();
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        accepting.setDaemon(true);
        accepting.start();
        return server.getLocalPort();
    }

    private static void serve(Socket socket) {
        try {
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            OutputStream out = socket.getOutputStream();
            while (true) {
                byte[] header = in.readNBytes(16);
                if (header.length < 16) {
                    return;
                }
                ByteBuffer head = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
                ByteBuffer body = ByteBuffer.wrap(in.readNBytes(head.getInt(0) - 16)).order(ByteOrder.LITTLE_ENDIAN);
                boolean query = head.getInt(12) == OP_QUERY;
                body.position(4);
                if (query) {
                    while (body.get() != 0) {
                        // The name of the collection.
                    }
                    body.position(body.position() + 8);
                } else {
                    body.get();
                }
                BsonDocument command = new BsonDocumentCodec().decode(new BsonBinaryReader(body.slice().order(ByteOrder.LITTLE_ENDIAN)), DecoderContext.builder().build());
                out.write(message(query, head.getInt(4), answer(command)));
                out.flush();
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private static BsonDocument answer(BsonDocument command) {
        BsonDocument answer = new BsonDocument("ok", new BsonDouble(1));
        String name = command.getFirstKey();
        switch (name) {
            case "find" -> answer.append("cursor", new BsonDocument("id", new BsonInt64(0))
                    .append("ns", new BsonString("shop." + command.getString("find").getValue()))
                    .append("firstBatch", new BsonArray()));
            case "aggregate" -> answer.append("ok", new BsonDouble(0)).append("errmsg", new BsonString("refused")).append("code", new BsonInt32(59));
            case "insert" -> answer.append("n", new BsonInt32(1));
            case "update" -> answer.append("n", new BsonInt32(1)).append("nModified", new BsonInt32(1));
            default -> answer.append("helloOk", BsonBoolean.TRUE)
                    .append("ismaster", BsonBoolean.TRUE)
                    .append("isWritablePrimary", BsonBoolean.TRUE)
                    .append("maxBsonObjectSize", new BsonInt32(1 << 24))
                    .append("maxMessageSizeBytes", new BsonInt32(48_000_000))
                    .append("maxWriteBatchSize", new BsonInt32(100_000))
                    .append("minWireVersion", new BsonInt32(0))
                    .append("maxWireVersion", new BsonInt32(21));
        }
        return answer;
    }

    private static byte[] message(boolean query, int request, BsonDocument answer) {
        BasicOutputBuffer document = new BasicOutputBuffer();
        new BsonDocumentCodec().encode(new BsonBinaryWriter(document), answer, EncoderContext.builder().build());
        byte[] bytes = document.toByteArray();
        int length = 16 + (query ? 20 : 5) + bytes.length;
        ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(length).putInt(1).putInt(request).putInt(query ? OP_REPLY : OP_MSG).putInt(0);
        if (query) {
            out.putLong(0).putInt(0).putInt(1);
        } else {
            out.put((byte) 0);
        }
        return out.put(bytes).array();
    }
}

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** As much of a Redis server as the clients need: it answers commands and keeps nothing. */
final class RedisServer {
    private RedisServer() {}

    /** Starts it on a daemon thread; the port. */
    static int start() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(() -> {
            while (true) {
                Socket socket = server.accept();
                daemon(() -> serve(socket));
            }
        });
        return server.getLocalPort();
    }

    private static void serve(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        OutputStream out = socket.getOutputStream();
        int queued = -1;
        while (true) {
            int count = number(in);
            String command = "";
            for (int i = 0; i < count; i++) {
                byte[] part = new byte[number(in)];
                in.readFully(part);
                line(in);
                command = i == 0 ? new String(part, StandardCharsets.US_ASCII).toUpperCase(Locale.ROOT) : command;
            }
            StringBuilder answer = new StringBuilder();
            if (command.equals("MULTI")) {
                queued = 0;
                answer.append("+OK\r\n");
            } else if (command.equals("EXEC")) {
                answer.append("*").append(queued).append("\r\n").append("+OK\r\n".repeat(queued));
                queued = -1;
            } else if (queued >= 0) {
                queued++;
                answer.append("+QUEUED\r\n");
            } else {
                answer.append(switch (command) {
                    case "GET" -> "$5\r\nvalue\r\n";
                    case "PING" -> "+PONG\r\n";
                    case "HSET" -> ":1\r\n";
                    case "INCR", "HELLO" -> "-ERR refused\r\n";
                    default -> "+OK\r\n";
                });
            }
            out.write(answer.toString().getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    /** The number of a line such as {@code *2}. */
    private static int number(DataInputStream in) throws IOException {
        return Integer.parseInt(line(in).substring(1));
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
            line.append((char) c);
        }
        return line.toString().trim();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // The client has gone.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}

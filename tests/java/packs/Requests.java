import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The other side: a server for the clients, and plain requests for the servers. */
final class Requests {
    private Requests() {}

    /** A server that answers `/ok` and redirects `/moved` there. */
    static HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/ok", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] body = "fine".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().set("Location", "/ok");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    static String url(HttpServer server, String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** Sends two GET requests, one of them with a query, and a POST that fails. */
    static void send(int port) throws IOException {
        send(port, "GET /orders?token=secret", "GET /plain", "POST /orders");
    }

    /** Sends requests such as {@code GET /orders}, one after the other. */
    static void send(int port, String... lines) throws IOException {
        for (String line : lines) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                OutputStream out = socket.getOutputStream();
                out.write((line + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                out.flush();
                InputStream in = socket.getInputStream();
                in.readAllBytes();
            }
        }
    }
}

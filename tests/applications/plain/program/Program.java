package shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;

/** The shop without a container: over the HTTP server of the JDK. The port is the property {@code server.port}. */
public final class Program {
    private static final CountDownLatch END = new CountDownLatch(1);

    private Program() {}

    public static void main(String[] arguments) throws Exception {
        try (Store store = new Store()) {
            HttpServer server = HttpServer.create(new InetSocketAddress("localhost", Integer.getInteger("server.port")), 0);
            server.createContext("/", exchange -> handle(store, exchange));
            server.start();
            END.await();
            server.stop(1);
        }
    }

    private static void handle(Store store, HttpExchange exchange) throws IOException {
        int status = 200;
        String answer;
        try {
            answer = answer(store, exchange.getRequestMethod(), exchange.getRequestURI().getPath(), exchange.getRequestURI().getQuery());
        } catch (SQLException | RuntimeException e) {
            status = 500;
            answer = e.toString();
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
        if (answer.equals("ending")) {
            END.countDown();
        }
    }

    private static String answer(Store store, String method, String path, String query) throws SQLException {
        long id = path.startsWith("/orders/") ? Long.parseLong(path.substring("/orders/".length())) : 0;
        if (path.equals("/end")) {
            return "ending";
        } else if (!path.startsWith("/orders")) {
            throw new IllegalArgumentException("no " + path);
        } else if (method.equals("GET")) {
            return store.find(id);
        } else if (method.equals("DELETE")) {
            return Integer.toString(store.cancel(id));
        }
        String[] values = query.split("item=|&pieces=", -1);
        return Long.toString(store.place(values[1], Integer.parseInt(values[2])));
    }
}

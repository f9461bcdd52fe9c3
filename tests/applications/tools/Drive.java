import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts a shop, uses it over HTTP and ends it: {@code Drive OUT_PREFIX CONTEXT COMMAND...}, where {@code {port}} in the command is a
 * free port. Writes the answers to {@code OUT_PREFIX.answers}, what the shop prints to {@code .out} and {@code .err}.
 */
public final class Drive {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(2)).build();

    private static String base;
    private static final List<String> ANSWERS = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        base = "http://localhost:" + port + arguments[1];
        List<String> command = new ArrayList<>();
        for (String part : List.of(arguments).subList(2, arguments.length)) {
            command.add(part.replace("{port}", Integer.toString(port)));
        }
        Process shop = new ProcessBuilder(command)
                .redirectOutput(Path.of(arguments[0] + ".out").toFile())
                .redirectError(Path.of(arguments[0] + ".err").toFile())
                .start();
        try {
            waitFor(shop, port);
            use();
            Files.write(Path.of(arguments[0] + ".answers"), ANSWERS);
            if (!shop.waitFor(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the shop does not end");
            }
            if (shop.exitValue() != 0) {
                throw new IllegalStateException("the shop ends with " + shop.exitValue());
            }
        } finally {
            shop.destroyForcibly();
        }
    }

    /** Until the port is open; no request is made, which would be counted. */
    private static void waitFor(Process shop, int port) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
        while (true) {
            try (java.net.Socket open = new java.net.Socket("localhost", port)) {
                return;
            } catch (IOException notYet) {
                if (!shop.isAlive() || System.nanoTime() > end) {
                    throw new IllegalStateException("the shop does not start");
                }
                Thread.sleep(50);
            }
        }
    }

    private static void use() throws Exception {
        for (int number = 1; number <= 7; number++) {
            ask("POST", "/orders?item=" + "nail".repeat(number) + "&pieces=" + number);
        }
        for (int number = 1; number <= 5; number++) {
            ask("GET", "/orders/" + number);
        }
        ask("POST", "/orders?item=&pieces=1"); // fails, and is rolled back
        ask("DELETE", "/orders/3");
        ask("DELETE", "/orders/4");
        ask("GET", "/orders");
        ask("GET", "/orders");
        ask("GET", "/none");
        ask("GET", "/end");
    }

    private static void ask(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Accept", "application/json")
                .timeout(Duration.ofSeconds(60))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        var answer = CLIENT.send(request, BodyHandlers.ofString());
        String body = answer.body().replaceAll("\"timestamp\":\"[^\"]*\"", "\"timestamp\":\"\"").replace(base, "");
        ANSWERS.add(method + ' ' + path + ": " + answer.statusCode() + ' ' + body.replace("\n", "\\n"));
    }
}

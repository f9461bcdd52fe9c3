import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sends the same 200 requests to any of the web servers, and what the servers have in common. */
final class WebClient {
    private static final int REQUESTS = 200;

    static void send(int port) throws Exception {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        for (int i = 0; i < REQUESTS / 2; i++) { // one after the other, over the same connection
            print(i, client.send(request(port, i), BodyHandlers.ofByteArray()));
        }
        List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
        for (int i = REQUESTS / 2; i < REQUESTS; i++) { // eight at a time
            answers.add(client.sendAsync(request(port, i), BodyHandlers.ofByteArray()));
            if (answers.size() == 8 || i == REQUESTS - 1) {
                int first = i - answers.size() + 1;
                for (int k = 0; k < answers.size(); k++) {
                    print(first + k, answers.get(k).join());
                }
                answers.clear();
            }
        }
    }

    private static HttpRequest request(int port, int i) {
        HttpRequest.Builder request = HttpRequest.newBuilder().header("X-Number", Integer.toString(i));
        String base = "http://127.0.0.1:" + port;
        switch (i % 8) {
        case 0:
        case 1:
            return request.uri(URI.create(base + "/hello?name=n%C3%A4me+" + i)).build();
        case 2:
            return request.uri(URI.create(base + "/echo")).POST(BodyPublishers.ofByteArray(body(i, 10 + i))).build();
        case 3:
            return request.uri(URI.create(base + "/echo")).PUT(BodyPublishers.ofByteArray(body(i, 70_000 + i))).build();
        case 4:
            return request.uri(URI.create(base + "/large?" + i)).build();
        case 5:
            return request.uri(URI.create(base + "/nowhere/" + i)).build();
        case 6:
            return request.uri(URI.create(base + "/fails?" + i)).build();
        default:
            return request.uri(URI.create(base + "/hello")).method("HEAD", BodyPublishers.noBody()).build();
        }
    }

    private static void print(int i, HttpResponse<byte[]> answer) {
        byte[] body = answer.body();
        if (answer.statusCode() == 404) { // a page that may name the port
            body = new String(body, StandardCharsets.UTF_8).replace(":" + answer.uri().getPort(), "").getBytes(StandardCharsets.UTF_8);
        } else if (answer.statusCode() == 500) { // a page that may hold a stack trace
            body = new byte[0];
        }
        Output.line("%d: %d %s, %d bytes, %08x, answer %s, %s", i, answer.statusCode(), answer.request().method(), body.length,
            Output.sum(body), answer.headers().firstValue("X-Answer").orElse("-"), answer.headers().firstValue("Content-Type").orElse("-"));
    }

    static byte[] body(int seed, int length) {
        byte[] body = new byte[length];
        new java.util.Random(seed).nextBytes(body);
        return body;
    }

    static IOException failure(String number) throws IOException {
        if (Integer.parseInt(number) % 16 == 6) {
            throw new IOException("failed as it should");
        }
        throw new IllegalStateException("failed as it should");
    }
}

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Both clients of the JDK. */
public final class HttpJdk {
    public static void main(String[] arguments) throws Exception {
        HttpServer server = Requests.server();
        HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
        client.send(request(server, "/ok").build(), BodyHandlers.ofString());
        client.send(request(server, "/moved").build(), BodyHandlers.ofString());
        client.send(request(server, "/ok").POST(HttpRequest.BodyPublishers.ofString("it")).build(), BodyHandlers.discarding());
        client.sendAsync(request(server, "/ok").build(), BodyHandlers.ofString()).join();

        HttpURLConnection connection = (HttpURLConnection) URI.create(Requests.url(server, "/ok")).toURL().openConnection();
        if (connection.getResponseCode() != 200) {
            throw new IOException("not answered");
        }
        connection.getInputStream().readAllBytes();
        int port = server.getAddress().getPort();
        server.stop(0);
        try {
            URI.create("http://127.0.0.1:" + port + "/not-recorded").toURL().openStream();
        } catch (IOException expected) {
            // Nobody is there.
        }
        try {
            ((HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/gone").toURL().openConnection()).getInputStream();
        } catch (IOException expected) {
            // Nobody is there.
        }
    }

    private static HttpRequest.Builder request(HttpServer server, String path) {
        return HttpRequest.newBuilder(URI.create(Requests.url(server, path)));
    }
}

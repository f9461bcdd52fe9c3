import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Apache HttpClient 5. */
public final class HttpApache5 {
    public static void main(String[] arguments) throws Exception {
        HttpServer server = Requests.server();
        try (CloseableHttpClient client = HttpClients.createDefault()) {
            client.execute(new HttpGet(Requests.url(server, "/ok")), response -> EntityUtils.toString(response.getEntity()));
            client.execute(new HttpGet(Requests.url(server, "/moved")), response -> EntityUtils.toString(response.getEntity()));
            HttpPost post = new HttpPost(Requests.url(server, "/ok"));
            post.setEntity(new StringEntity("it"));
            client.execute(post, response -> EntityUtils.toString(response.getEntity()));
            server.stop(0);
            client.execute(new HttpGet(Requests.url(server, "/gone")), response -> null);
        } catch (IOException expected) {
            // Nobody is there any more.
        }
    }
}

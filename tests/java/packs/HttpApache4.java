import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** Apache HttpClient 4. */
public final class HttpApache4 {
    public static void main(String[] arguments) throws Exception {
        HttpServer server = Requests.server();
        try (CloseableHttpClient client = HttpClients.createDefault()) {
            EntityUtils.consume(client.execute(new HttpGet(Requests.url(server, "/ok"))).getEntity());
            client.execute(new HttpGet(Requests.url(server, "/moved")), response -> EntityUtils.toString(response.getEntity()));
            HttpPost post = new HttpPost(Requests.url(server, "/ok"));
            post.setEntity(new StringEntity("it"));
            EntityUtils.consume(client.execute(post).getEntity());
            server.stop(0);
            client.execute(new HttpGet(Requests.url(server, "/gone")));
        } catch (IOException expected) {
            // Nobody is there any more.
        }
    }
}

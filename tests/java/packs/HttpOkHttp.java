import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp, version 3 and later. */
public final class HttpOkHttp {
    public static void main(String[] arguments) throws Exception {
        HttpServer server = Requests.server();
        OkHttpClient client = new OkHttpClient();
        Request.Builder ok = new Request.Builder().url(Requests.url(server, "/ok"));
        client.newCall(ok.build()).execute().close();
        client.newCall(ok.header("Authorization", "secret").build()).execute().close();
        client.newCall(new Request.Builder().url(Requests.url(server, "/moved")).build()).execute().close();
        client.newCall(ok.post(RequestBody.create(MediaType.parse("text/plain"), "it")).build()).execute().close();
        CountDownLatch answered = new CountDownLatch(1);
        client.newCall(new Request.Builder().url(Requests.url(server, "/ok")).head().build()).enqueue(new Callback() {
            @Override
            public void onResponse(Call call, Response response) {
                response.close();
                answered.countDown();
            }

            @Override
            public void onFailure(Call call, IOException exception) {
                answered.countDown();
            }
        });
        answered.await();
        server.stop(0);
        client.connectionPool().evictAll();
        try {
            client.newCall(new Request.Builder().url(Requests.url(server, "/gone")).build()).execute();
        } catch (IOException expected) {
            // Nobody is there any more.
        }
        client.dispatcher().executorService().shutdown();
    }
}

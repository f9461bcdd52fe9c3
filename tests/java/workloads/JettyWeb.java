import java.io.InputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty with a handler of its own. */
public final class JettyWeb {
    public static void main(String[] arguments) throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool(12, 4);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        connector.setPort(0);
        server.addConnector(connector);
        server.setHandler(new Handler.Sequence(new ContextHandler(new Pages(), "/")));
        server.start();
        WebClient.send(connector.getLocalPort());
        server.stop();
        Output.line("stopped: %s, %s", server.getState(), threads.getState());
        Output.end();
    }

    private static final class Pages extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String number = request.getHeaders().get("X-Number");
            response.getHeaders().put("X-Answer", number);
            byte[] body;
            switch (Request.getPathInContext(request)) {
            case "/hello":
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
                var name = Request.extractQueryParameters(request).get("name");
                body = ("Hello, " + (name == null ? "you" : name.getValue())).getBytes("UTF-8");
                break;
            case "/echo":
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
                try (InputStream in = Content.Source.asInputStream(request)) {
                    body = in.readAllBytes();
                }
                break;
            case "/large":
                body = WebClient.body(Integer.parseInt(number), 150_000);
                break;
            case "/fails":
                throw WebClient.failure(number);
            default:
                return false;
            }
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }
    }
}

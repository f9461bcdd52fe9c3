import java.net.InetSocketAddress;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;

/** Deploys a web application in Jetty: {@code JettyServer FILE_OR_FOLDER}. */
public final class JettyServer {
    public static void main(String[] arguments) throws Exception {
        Server server = new Server(new InetSocketAddress("localhost", Integer.getInteger("server.port")));
        WebAppContext context = new WebAppContext();
        context.setContextPath("/");
        context.setWar(arguments[0]);
        context.setThrowUnavailableOnStartupException(true);
        server.setHandler(context);
        server.start();
        while (System.getProperty("shop.end") == null) {
            Thread.sleep(50);
        }
        Thread.sleep(300); // for the answer
        server.stop();
    }
}

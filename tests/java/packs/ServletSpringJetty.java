import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.springframework.web.filter.CharacterEncodingFilter;

/** Spring MVC in Jetty, behind a filter. */
public final class ServletSpringJetty {
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder dispatcher = new ServletHolder(SpringWeb.servlet());
        dispatcher.setAsyncSupported(true);
        context.addServlet(dispatcher, "/");
        FilterHolder filter = new FilterHolder(new CharacterEncodingFilter("UTF-8"));
        filter.setAsyncSupported(true);
        context.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST));
        server.setHandler(context);
        server.start();
        Requests.send(connector.getLocalPort(), SpringWeb.REQUESTS);
        server.stop();
    }
}

import java.io.IOException;
import javax.servlet.GenericServlet;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.eclipse.jetty.util.log.Log;
import org.eclipse.jetty.util.log.StdErrLog;

/** Jetty with servlets of javax. */
public final class ServletJetty {
    public static void main(String[] arguments) throws Exception {
        StdErrLog silent = new StdErrLog();
        silent.setLevel(StdErrLog.LEVEL_OFF);
        Log.setLog(silent);
        Server server = new Server(0);
        ServletContextHandler context = new ServletContextHandler(server, "/");
        context.addServlet(new ServletHolder(new Orders()), "/orders");
        context.addServlet(new ServletHolder(new Plain()), "/plain");
        server.start();
        Requests.send(((ServerConnector) server.getConnectors()[0]).getLocalPort());
        server.stop();
    }

    static final class Orders extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(request.getRequestURI());
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws ServletException {
            throw new ServletException("refused");
        }
    }

    static final class Plain extends GenericServlet {
        @Override
        public void service(ServletRequest request, ServletResponse response) throws IOException {
            response.getWriter().print("plain");
        }
    }
}

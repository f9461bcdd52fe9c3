import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Tomcat with servlets of jakarta. */
public final class ServletTomcat {
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(arguments[0]);
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", arguments[0]);
        Tomcat.addServlet(context, "orders", new Orders());
        context.addServletMappingDecoded("/orders", "orders");
        Tomcat.addServlet(context, "plain", new Plain());
        context.addServletMappingDecoded("/plain", "plain");
        tomcat.start();
        Requests.send(tomcat.getConnector().getLocalPort());
        tomcat.stop();
        tomcat.destroy();
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

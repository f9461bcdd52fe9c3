import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Tomcat with a servlet. */
public final class TomcatWeb {
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory(Path.of(arguments[0]), "tomcat");
        Logger all = Logger.getLogger("");
        all.setLevel(Level.OFF);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", folder.toString());
        Tomcat.addServlet(context, "pages", new Pages());
        for (String path : new String[] {"/hello", "/echo", "/large", "/fails"}) {
            context.addServletMappingDecoded(path, "pages");
        }
        tomcat.start();
        WebClient.send(tomcat.getConnector().getLocalPort());
        tomcat.stop();
        tomcat.destroy();
        Output.line("stopped: %s", tomcat.getServer().getStateName());
        Output.end();
    }

    private static final class Pages extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String number = request.getHeader("X-Number");
            response.setHeader("X-Answer", number);
            switch (request.getServletPath()) {
            case "/hello":
                response.setContentType("text/plain");
                response.setCharacterEncoding("utf-8");
                String name = request.getParameter("name");
                response.getWriter().print("Hello, " + (name == null ? "you" : name));
                break;
            case "/echo":
                response.setContentType("application/octet-stream");
                response.getOutputStream().write(request.getInputStream().readAllBytes());
                break;
            case "/large":
                response.getOutputStream().write(WebClient.body(Integer.parseInt(number), 150_000));
                break;
            default:
                throw WebClient.failure(number);
            }
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            doGet(request, response);
        }

        @Override
        protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
            doGet(request, response);
        }
    }
}

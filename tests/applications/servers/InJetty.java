import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;

/** Deploys a WAR, packed or exploded, in Jetty until it asks for the end: {@code InJetty WAR FOLDER PORT}. */
public final class InJetty {
    public static void main(String[] arguments) throws Exception {
        WebAppContext application = new WebAppContext();
        application.setContextPath("/");
        application.setWar(Path.of(arguments[0]).toAbsolutePath().toString());
        application.setTempDirectory(Files.createTempDirectory(Path.of(arguments[1]), "jetty").toFile());
        Server server = new Server(Integer.parseInt(arguments[2]));
        server.setHandler(application);
        server.setStopTimeout(5000); // the last answer is still on its way
        server.start();
        while (System.getProperty("shop.end") == null) {
            Thread.sleep(50);
        }
        server.stop();
    }
}

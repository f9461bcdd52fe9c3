import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.startup.Tomcat;

/** Deploys a WAR, packed or exploded, in Tomcat until it asks for the end: {@code InTomcat WAR FOLDER PORT}. */
public final class InTomcat {
    public static void main(String[] arguments) throws Exception {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%4$s %5$s%6$s%n"); // without the time
        Logger.getLogger("").setLevel(Level.SEVERE);
        Path folder = Files.createTempDirectory(Path.of(arguments[1]), "tomcat");
        Files.createDirectories(folder.resolve("webapps"));
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.addWebapp("", new File(arguments[0]).getAbsolutePath());
        tomcat.setPort(Integer.parseInt(arguments[2]));
        tomcat.getConnector();
        tomcat.start();
        while (System.getProperty("shop.end") == null) {
            Thread.sleep(50);
        }
        tomcat.stop();
        tomcat.destroy();
    }
}

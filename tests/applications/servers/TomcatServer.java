import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/**
 * Deploys an application in Tomcat: {@code TomcatServer FILE_OR_FOLDER}. A folder with {@code META-INF/application.xml} is an unpacked EAR: its
 * {@code lib/*.jar} have a class loader, its other jars one below that, and each of its WARs one below that again, as in application servers.
 */
public final class TomcatServer {
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.SEVERE);
        Path application = Path.of(arguments[0]).toAbsolutePath();
        Tomcat tomcat = new Tomcat();
        Path base = Files.createTempDirectory("tomcat");
        Files.createDirectories(base.resolve("webapps"));
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(Integer.getInteger("server.port"));
        tomcat.getHost(); // is made when it is asked for
        ClassLoader parent = TomcatServer.class.getClassLoader();
        Map<String, Path> wars = new TreeMap<>();
        if (Files.exists(application.resolve("META-INF/application.xml"))) {
            parent = loader(loader(parent, application.resolve("lib")), application);
            wars.put("", application.resolve("orders.war"));
            wars.put("/end", application.resolve("admin.war"));
        } else {
            wars.put("", application);
        }
        for (var war : wars.entrySet()) {
            Context context = tomcat.addWebapp(war.getKey(), war.getValue().toString());
            context.setParentClassLoader(parent);
            context.setMapperContextRootRedirectEnabled(false);
            ((StandardContext) context).setUnpackWAR(false);
        }
        tomcat.getConnector().setProperty("address", "localhost");
        tomcat.start();
        while (System.getProperty("shop.end") == null) {
            Thread.sleep(50);
        }
        Thread.sleep(300); // for the answer
        tomcat.stop();
        tomcat.destroy();
    }

    private static ClassLoader loader(ClassLoader parent, Path folder) throws Exception {
        List<URL> urls = new ArrayList<>();
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
            for (Path jar : jars) {
                urls.add(jar.toUri().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), parent);
    }
}

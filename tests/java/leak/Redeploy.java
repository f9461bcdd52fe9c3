import java.io.File;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import jdk.jfr.Recording;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * Redeploy ARCHIVE TIMES METHOD FOLDER: deploys a web application (.war, in Tomcat) or a plug-in (.jar, in class loaders), calls a method
 * of plugin.Plugin in it in threads that live on, and drops it; recordings start and stop meanwhile. Prints how many class loaders are left,
 * and by how many kilobytes the heap has grown since a fifth of the times.
 */
public final class Redeploy {
    private interface Round {
        ClassLoader run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        File archive = new File(args[0]);
        int times = Integer.parseInt(args[1]);
        Round round = archive.getName().endsWith(".war") ? inTomcat(archive, args[2], args[3]) : inLoader(archive, args[2]);
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        Recording recording = null;
        long before = 0;
        for (int i = 0; i < times; i++) {
            if (i % 5 == 1) {
                recording = new Recording();
                recording.start();
            }
            loaders.add(new WeakReference<>(round.run()));
            if (i % 5 == 3) {
                recording.close();
                recording = null;
            }
            if (i % 10 == 2) {
                // Long enough for a telemetry.
                Thread.sleep(1100);
            }
            if (i == times / 5) {
                before = used(loaders);
            }
        }
        if (recording != null) {
            recording.close();
        }
        // Whatever was left by what is gone goes with the next one.
        try (Recording last = new Recording()) {
            last.start();
        }
        long after = used(loaders);
        System.out.println(left(loaders) + " " + Math.max(0, (after - before) / 1024));
        System.exit(0);
    }

    private static Round inLoader(File jar, String method) throws Exception {
        URL url = jar.toURI().toURL();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        return () -> {
            try (URLClassLoader loader = new URLClassLoader(new URL[] {url}, ClassLoader.getPlatformClassLoader())) {
                for (int i = 0; i < 6; i++) {
                    pool.submit(() -> loader.loadClass("plugin.Plugin").getMethod(method).invoke(null)).get();
                }
                return loader;
            }
        };
    }

    private static Round inTomcat(File war, String method, String folder) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder);
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.start();
        return () -> {
            Context context = tomcat.addContext("/app", war.getAbsolutePath());
            Tomcat.addServlet(context, "pages", "web.Pages");
            context.addServletMappingDecoded("/pages", "pages");
            URL page = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/app/pages?call=" + method).toURL();
            for (int i = 0; i < 6; i++) {
                try (InputStream answer = page.openStream()) {
                    String text = new String(answer.readAllBytes());
                    if (!text.equals("done")) {
                        throw new IllegalStateException(text);
                    }
                }
            }
            ClassLoader loader = context.getLoader().getClassLoader();
            context.stop();
            tomcat.getHost().removeChild(context);
            context.destroy();
            return loader;
        };
    }

    private static int left(List<WeakReference<ClassLoader>> loaders) {
        int left = 0;
        for (WeakReference<ClassLoader> loader : loaders) {
            left += loader.get() == null ? 0 : 1;
        }
        return left;
    }

    /** The bytes in use once all is collected that can be. */
    private static long used(List<WeakReference<ClassLoader>> loaders) throws InterruptedException {
        for (int i = 0; i < 40 && (i < 5 || left(loaders) > 0); i++) {
            System.gc();
            Thread.sleep(50);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

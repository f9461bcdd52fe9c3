import java.io.File;
import java.io.RandomAccessFile;
import java.net.URL;
import java.net.URLClassLoader;
import jdk.jfr.Recording;

/** Closed JAR HOW: a plug-in whose class loader is broken in the course of things, beside recordings of the host. */
public final class Closed {
    public static void main(String[] args) throws Exception {
        File jar = new File(args[0]);
        String how = args[1];
        URLClassLoader loader = new URLClassLoader(new URL[] {jar.toURI().toURL()}, ClassLoader.getPlatformClassLoader());
        Class<?> plugin = loader.loadClass("plugin.Plugin");
        if (how.startsWith("recorded")) {
            try (Recording recording = new Recording()) {
                recording.start();
                plugin.getMethod("run").invoke(null);
            }
        } else if (!how.startsWith("unused")) {
            plugin.getMethod("run").invoke(null);
        }
        if (how.endsWith("deleted")) {
            loader.close();
            if (!jar.delete()) {
                throw new IllegalStateException("not deleted");
            }
        } else if (how.endsWith("truncated")) {
            try (RandomAccessFile file = new RandomAccessFile(jar, "rw")) {
                file.setLength(100);
            }
        } else {
            loader.close();
        }
        for (int i = 0; i < 3; i++) {
            Recording recording = new Recording();
            recording.start();
            if (!how.startsWith("unused")) {
                for (int n = 0; n < 200; n++) {
                    int result = (Integer) plugin.getMethod("again", int.class).invoke(null, n);
                    if (result != 2 * n) {
                        throw new IllegalStateException("not as unwoven: " + result);
                    }
                }
            }
            recording.stop();
            recording.close();
        }
        System.out.println("done");
    }
}

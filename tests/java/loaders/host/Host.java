import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jdk.jfr.Recording;

/**
 * Host METHOD JAR [RUNTIME]: calls a method of plugin.Plugin in class loaders of its own, drops those, and prints how many the collector
 * leaves. Every set-up has a line. RUNTIME is a jar that all of them share, or {@code class-path}, where it lies there.
 */
public final class Host {
    private static final int LOADERS = 8;

    private interface Use {
        void with(Class<?> plugin) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        String method = args[0];
        URL jar = new File(args[1]).toURI().toURL();
        ClassLoader parent = ClassLoader.getPlatformClassLoader();
        if (args.length > 2 && args[2].equals("class-path")) {
            parent = Host.class.getClassLoader();
        } else if (args.length > 2) {
            parent = new URLClassLoader(new URL[] {new File(args[2]).toURI().toURL()}, parent);
        }
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Use here = plugin -> plugin.getMethod(method).invoke(null);
        Use inPool = plugin -> {
            for (int i = 0; i < 6; i++) {
                pool.submit(() -> plugin.getMethod(method).invoke(null)).get();
            }
        };
        Use inContext = plugin -> {
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(plugin.getClassLoader());
            try {
                plugin.getMethod(method).invoke(null);
            } finally {
                Thread.currentThread().setContextClassLoader(context);
            }
        };
        Use inThread = plugin -> {
            Thread thread = new Thread(() -> {
                try {
                    plugin.getMethod(method).invoke(null);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.setContextClassLoader(plugin.getClassLoader());
            thread.start();
            thread.join();
        };
        Use recorded = plugin -> {
            try (Recording recording = new Recording()) {
                recording.start();
                here.with(plugin);
                inPool.with(plugin);
            }
        };
        Use sampled = plugin -> {
            try (Recording recording = new Recording()) {
                recording.start();
                inContext.with(plugin);
                Thread.sleep(1100);
            }
        };
        say("without a recording", jar, parent, here);
        say("in a pool", jar, parent, inPool);
        say("in the context", jar, parent, inContext);
        say("in threads", jar, parent, inThread);
        say("each recorded", jar, parent, recorded);
        say("each sampled", jar, parent, sampled);
        try (Recording recording = new Recording()) {
            recording.start();
            say("while recorded", jar, parent, here);
            say("while recorded in a pool", jar, parent, inPool);
            say("while recorded in the context", jar, parent, inContext);
            say("while recorded in threads", jar, parent, inThread);
        }
        say("after a recording", jar, parent, inPool);
        int ours = 0;
        for (int i = 0; i < 100 && (i == 0 || ours > 0); i++) {
            Thread.sleep(100);
            ours = 0;
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                ours += thread.getName().startsWith("weave ") ? 1 : 0;
            }
        }
        System.out.println("threads: " + ours);
        pool.shutdown();
    }

    private static void say(String setup, URL jar, ClassLoader parent, Use use) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < LOADERS; i++) {
            loaders.add(once(jar, parent, use));
        }
        int left = LOADERS;
        for (int i = 0; i < 40 && left > 0; i++) {
            System.gc();
            Thread.sleep(50);
            left = 0;
            for (WeakReference<ClassLoader> loader : loaders) {
                left += loader.get() == null ? 0 : 1;
            }
        }
        System.out.println(setup + ": " + left);
    }

    private static WeakReference<ClassLoader> once(URL jar, ClassLoader parent, Use use) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, parent)) {
            use.with(loader.loadClass("plugin.Plugin"));
            return new WeakReference<>(loader);
        }
    }
}

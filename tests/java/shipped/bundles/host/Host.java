import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * Starts bundles in an OSGi framework: {@code Host STORAGE BUNDLE...}. Updates and starts them again twice, uninstalls them, and prints
 * which of their class loaders are still there.
 */
public class Host {
    public static void main(String[] args) throws Exception {
        Map<String, String> configuration = new HashMap<>();
        configuration.put("org.osgi.framework.storage", args[0]);
        Framework framework = ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(configuration);
        framework.init();
        framework.start();
        BundleContext context = framework.getBundleContext();
        List<Bundle> bundles = new ArrayList<>();
        for (int i = 1; i < args.length; i++) {
            bundles.add(context.installBundle("file:" + args[i]));
        }
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (Bundle bundle : bundles) {
                bundle.start();
                System.out.println(name(bundle) + (bundle.getState() == Bundle.ACTIVE ? " is active" : " is not active"));
                loaders.add(new WeakReference<>(bundle.adapt(BundleWiring.class).getClassLoader()));
            }
            for (int i = 0; i < bundles.size(); i++) {
                bundles.get(i).stop();
                try (InputStream in = Files.newInputStream(Path.of(args[i + 1]))) {
                    bundles.get(i).update(in);
                }
            }
            refresh(framework);
        }
        for (Bundle bundle : bundles) {
            bundle.uninstall();
        }
        refresh(framework);
        bundles.clear();
        System.out.println("loaders left: " + left(loaders));
        framework.stop();
        framework.waitForStop(10_000);
    }

    /** The runtime has a version of its own. */
    private static String name(Bundle bundle) {
        return bundle.getSymbolicName();
    }

    private static void refresh(Framework framework) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        framework.adapt(FrameworkWiring.class).refreshBundles(null, event -> done.countDown());
        done.await(10, TimeUnit.SECONDS);
    }

    private static long left(List<WeakReference<ClassLoader>> loaders) throws Exception {
        long left = loaders.size();
        for (int i = 0; i < 50 && left > 0; i++) {
            System.gc();
            Thread.sleep(100);
            left = loaders.stream().filter(loader -> loader.get() != null).count();
        }
        return left;
    }
}

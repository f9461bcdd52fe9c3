package weave.runtime;

import java.net.URL;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.concurrent.atomic.AtomicBoolean;

/** Looks for other copies of the shim, once, when the first recording runs: a search of the class path is not free. */
final class Copies {
    private static final String NAME = "weave/runtime/Shim.class";
    private static final AtomicBoolean LOOKED = new AtomicBoolean();

    private Copies() {}

    static void report() {
        if (!Log.isOn(Log.ERROR) || !LOOKED.compareAndSet(false, true)) {
            return;
        }
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            ClassLoader own = Shim.class.getClassLoader();
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            reportShadowed(own);
            if (context != null && context != own) {
                reportSplit(context);
            }
        } catch (Throwable t) {
            Log.once(Log.DEBUG, "copies", "cannot look for other copies of the runtime: " + t);
        } finally {
            thread.busy--;
        }
    }

    /** One copy serves, the others only lie there. */
    private static void reportShadowed(ClassLoader own) throws Exception {
        if (!Log.isOn(Log.DEBUG)) {
            return;
        }
        LinkedHashSet<String> places = places(own);
        if (places.size() > 1) {
            Log.once(Log.DEBUG, "shadowed", "the runtime is on the class path " + places.size() + " times: " + places);
        }
    }

    /** Two copies serve, each with its own state and its own event types. */
    private static void reportSplit(ClassLoader context) throws Exception {
        Class<?> other;
        try {
            // Not `Class.forName`: the JVM would note that the loader, which may last, has found the class, and keep that.
            other = context.loadClass("weave.runtime.Shim");
        } catch (ClassNotFoundException e) {
            return;
        }
        if (other != Shim.class) {
            Log.once(Log.ERROR, "split", "two copies of the runtime are in use, which do not share their state: "
                    + Shim.class.getClassLoader() + " and " + other.getClassLoader() + " have one each, at " + places(context)
                    + "; put one where both see it");
        }
    }

    private static LinkedHashSet<String> places(ClassLoader loader) throws Exception {
        LinkedHashSet<String> places = new LinkedHashSet<String>();
        Enumeration<URL> found = loader == null ? ClassLoader.getSystemResources(NAME) : loader.getResources(NAME);
        while (found.hasMoreElements()) {
            places.add(found.nextElement().toString());
        }
        return places;
    }
}

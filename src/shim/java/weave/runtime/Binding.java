package weave.runtime;

import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * What one woven jar holds of one probe. Generated code keeps it in a static field; the shim itself refers to it weakly, so
 * that a binding, and the class loader it knows, goes away with the woven classes.
 */
public final class Binding {
    /** Stands in the cache for a class that was not found. */
    private static final Class<?> NONE = Binding.class;
    /** A power of two. */
    private static final int NEAREST = 64;

    /** Where events go while a recording runs, else null. Read by every woven call, see {@link Recorded}. */
    Channel channel;
    /** Read by every plain interception, and hardly ever changed: a plain field costs nothing there. */
    boolean active = true;

    final Probe probe;
    /** What others refer to it by. */
    final WeakReference<Binding> itself = new WeakReference<Binding>(this);
    /** What gives the values of telemetries by their number; null if the woven jar has none. */
    volatile IntFunction<?> values;
    /** What names control objects that were never opened; null if the woven jar has none. */
    volatile Function<Object, ?> names;
    private volatile Context context;
    private final ClassLoader loader;
    /** The first classes that were asked for, each in its own place, which no other one takes. */
    private final Known[] nearest = new Known[NEAREST];
    private final ConcurrentHashMap<String, Class<?>> classes = new ConcurrentHashMap<String, Class<?>>();

    Binding(Probe probe, ClassLoader loader) {
        this.probe = probe;
        this.loader = loader;
    }

    /** The value of a telemetry: null if it is not known here, or the method gives none. */
    Number ask(int number) throws Throwable {
        IntFunction<?> known = values;
        if (known == null) {
            return null;
        }
        PerThread thread = PerThread.current();
        Thread current = Thread.currentThread();
        thread.busy++;
        current.setContextClassLoader(loader);
        try {
            return (Number) known.apply(number);
        } finally {
            current.setContextClassLoader(null);
            thread.busy--;
        }
    }

    /** What methods of probe classes are given. */
    Context context() {
        Context made = context;
        if (made == null) {
            made = new Context(itself);
            context = made;
        }
        return made;
    }

    /** What a control object that was never opened is called; null where nothing says it. A failure is said once. */
    String nameOf(Object object) {
        Function<Object, ?> known = names;
        if (known == null) {
            return null;
        }
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            String name = (String) known.apply(object);
            return name == null ? null : Text.bounded(name, probe.redacts());
        } catch (Throwable t) {
            Counters.TEXTS.incrementAndGet();
            if (!Shim.isOfTheVm(t)) {
                Log.once(Log.ERROR, "name " + probe.events, "a control object of probe `" + probe.key + "` has no name: " + probe.describe(t));
                Log.trace(t);
            }
            return null;
        } finally {
            thread.busy--;
        }
    }

    /** The woven class of this name; null if the loader of the woven jar does not know it. */
    public Class<?> resolve(String name) {
        if (name == null) {
            return null;
        }
        Known near = nearest[name.hashCode() & NEAREST - 1];
        if (near != null && near.name == name) {
            return near.type;
        }
        Class<?> found = classes.get(name);
        if (found == null) {
            found = find(name);
            if (found == null) {
                return null;
            }
            classes.put(name, found);
            if (near == null && found != NONE) {
                nearest[name.hashCode() & NEAREST - 1] = new Known(name, found);
            }
        }
        return found == NONE ? null : found;
    }

    /** A class by its very name: the names that woven code passes are constants. */
    private static final class Known {
        final String name;
        final Class<?> type;

        Known(String name, Class<?> type) {
            this.name = name;
            this.type = type;
        }
    }

    /** Null if another time may bring another answer. */
    private Class<?> find(String name) {
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            return Class.forName(name, false, loader);
        } catch (Throwable t) {
            return Shim.isOfTheVm(t) ? null : NONE;
        } finally {
            thread.busy--;
        }
    }
}

package weave.runtime;

import java.util.concurrent.ConcurrentHashMap;

/**
 * What one woven jar holds of one probe. Generated code keeps it in a static field; the shim itself refers to it weakly, so
 * that a binding, and the class loader it knows, goes away with the woven classes.
 */
public final class Binding {
    /** Stands in the cache for a class that was not found. */
    private static final Class<?> NONE = Binding.class;

    /** Read without synchronisation by every woven call: a plain field costs nothing there. */
    boolean recording;
    /** Likewise, for plain interceptions. */
    boolean active = true;

    final Probe probe;
    private final ClassLoader loader;
    private final ConcurrentHashMap<String, Class<?>> classes = new ConcurrentHashMap<String, Class<?>>();

    Binding(Probe probe, ClassLoader loader) {
        this.probe = probe;
        this.loader = loader;
    }

    /** The woven class of this name; null if the loader of the woven jar does not know it. */
    public Class<?> resolve(String name) {
        if (name == null) {
            return null;
        }
        Class<?> found = classes.get(name);
        if (found == null) {
            found = find(name);
            if (found == null) {
                return null;
            }
            classes.put(name, found);
        }
        return found == NONE ? null : found;
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

package weave.runtime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * The way to JDK Flight Recorder. Its classes, and those that it adds calls of to each event class, are in the boot loader. Loaders of OSGi
 * bundles and of the modules of some servers do not ask that for them: then the event classes and the part of the runtime that
 * names the recorder, and only these, are loaded by a loader that does.
 */
final class Bridge {
    /** A class that the recorder's code in an event class is near to: in JDK 17 and in JDK 25. */
    private static final String INSIDE = "jdk.jfr.internal.JVM";

    private static final ClassLoader LOADER = find(Bridge.class.getClassLoader());
    /** Woven code names other event classes than those that are recorded, so that it cannot commit them. */
    private static final boolean COMMITS = LOADER != Bridge.class.getClassLoader();

    private Bridge() {}

    /** The loader of the event classes. */
    static ClassLoader loader() {
        return LOADER;
    }

    /** What woven code is given to commit: null where that has been done here. */
    static Object committed(Object event) {
        if (!COMMITS || event == null) {
            return event;
        }
        Probes.recorder().commit(event);
        return null;
    }

    private static ClassLoader find(final ClassLoader own) {
        try {
            if (sees(own) || !sees(null)) {
                return own;
            }
            return AccessController.doPrivileged(new PrivilegedAction<ClassLoader>() {
                @Override
                public ClassLoader run() {
                    return new Loader(own);
                }
            });
        } catch (Throwable t) {
            return own;
        }
    }

    private static boolean sees(ClassLoader loader) {
        try {
            Class.forName(INSIDE, false, loader);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Asks the boot loader first, and the loader of the runtime for all but the classes that it makes itself. */
    private static final class Loader extends ClassLoader {
        private final ClassLoader own;

        Loader(ClassLoader own) {
            super(null);
            this.own = own;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.startsWith("weave.runtime.jfr.") && !name.startsWith("weave.gen.")) {
                return own.loadClass(name);
            }
            try {
                byte[] bytes = read(name.replace('.', '/') + ".class");
                return defineClass(name, bytes, 0, bytes.length, Bridge.class.getProtectionDomain());
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private byte[] read(String path) throws IOException {
            InputStream in = own.getResourceAsStream(path);
            if (in == null) {
                throw new IOException(path + " is missing");
            }
            try {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                byte[] some = new byte[8192];
                for (int length = in.read(some); length > 0; length = in.read(some)) {
                    out.write(some, 0, length);
                }
                return out.toByteArray();
            } finally {
                in.close();
            }
        }
    }
}

package weave.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Objects;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * What the JDK is given to keep: it must not keep the class loader of the runtime alive with it, nor that of whoever calls.
 *
 * <p>A runtime inside of a plug-in or a web application goes with that. So what the JDK keeps is made of classes of the JDK alone, of
 * method handles that reach the runtime through a weak reference. Where the loader of the runtime lasts as long as the JVM none of that is
 * needed, and none of it is loaded: it would take tens of milliseconds.
 */
public final class Apart {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
    /** So many seconds a thread waits for something to do: longer than between two samples of a telemetry. */
    private static final long LINGER = 2;
    private static final boolean LASTS = lasts(Apart.class.getClassLoader());

    private Apart() {}

    /** Whether the loader of the runtime lasts as long as the JVM. */
    public static boolean lasts() {
        return LASTS;
    }

    private static boolean lasts(ClassLoader own) {
        try {
            for (ClassLoader lasting = ClassLoader.getSystemClassLoader(); lasting != null; lasting = lasting.getParent()) {
                if (lasting == own) {
                    return true;
                }
            }
        } catch (SecurityException e) {
            // Whoever may not look at loaders has one of his own.
            return false;
        }
        return own == null;
    }

    /** Whether the loader of the runtime has been closed, so that nothing more can be loaded. Takes long. */
    static boolean isClosed() {
        try {
            return !LASTS && Apart.class.getResource("Apart.class") == null;
        } catch (RuntimeException e) {
            // Some containers say so in this way.
            return true;
        }
    }

    /** Something that runs {@code target} as long as the runtime keeps that; {@code afterwards}, which takes nothing, from then on. */
    public static MethodHandle weakly(Runnable target, MethodHandle afterwards) throws ReflectiveOperationException {
        MethodHandle get = LOOKUP.findVirtual(Reference.class, "get", MethodType.methodType(Object.class)).bindTo(new WeakReference<Runnable>(target));
        MethodHandle isThere = LOOKUP.findStatic(Objects.class, "nonNull", MethodType.methodType(boolean.class, Object.class));
        MethodHandle run = LOOKUP.findVirtual(Runnable.class, "run", MethodType.methodType(void.class));
        MethodHandle either = MethodHandles.guardWithTest(isThere, run.asType(MethodType.methodType(void.class, Object.class)),
                MethodHandles.dropArguments(afterwards, 0, Object.class));
        return MethodHandles.foldArguments(either, get);
    }

    /** The same as an object, which does nothing afterwards. {@code target} itself where the runtime lasts. */
    static Runnable weakly(Runnable target) throws ReflectiveOperationException {
        return LASTS ? target : as(Runnable.class, weakly(target, nothing()));
    }

    /**
     * What calls {@code call}, a method of the JDK that takes an object first, on {@code target} as long as the runtime keeps that, and does
     * nothing from then on.
     */
    static MethodHandle weakCall(Object target, MethodHandle call) throws ReflectiveOperationException {
        MethodHandle get = LOOKUP.findVirtual(Reference.class, "get", MethodType.methodType(Object.class)).bindTo(new WeakReference<Object>(target));
        MethodHandle isThere = LOOKUP.findStatic(Objects.class, "nonNull", MethodType.methodType(boolean.class, Object.class));
        MethodHandle nothing = call.type().returnType() == void.class ? nothing() : MethodHandles.constant(call.type().returnType(), null);
        MethodHandle either = MethodHandles.guardWithTest(isThere, call, MethodHandles.dropArguments(nothing, 0, call.type().parameterList()));
        return MethodHandles.foldArguments(either, get);
    }

    private static MethodHandle nothing() throws ReflectiveOperationException {
        return LOOKUP.findStatic(Thread.class, "yield", MethodType.methodType(void.class));
    }

    /** An object of an interface with one method, of a class that is not the runtime's. */
    public static <T> T as(Class<T> type, MethodHandle method) {
        // Until JDK 21 its class would belong to the context class loader.
        Thread thread = Thread.currentThread();
        ClassLoader context = thread.getContextClassLoader();
        thread.setContextClassLoader(null);
        try {
            return MethodHandleProxies.asInterfaceInstance(type, method);
        } finally {
            thread.setContextClassLoader(context);
        }
    }

    /**
     * Calls something that takes and returns nothing, with no caller that the JDK could keep. Until JDK 23 it keeps the protection domains
     * of all callers with listeners, threads and the like, and these their class loaders.
     */
    public static void call(final MethodHandle call) throws Throwable {
        if (LASTS) {
            call(new Runnable() {
                @Override
                public void run() {
                    try {
                        call.invoke();
                    } catch (Throwable t) {
                        throw new IllegalStateException(t);
                    }
                }
            });
            return;
        }
        PrivilegedAction<?> action = as(PrivilegedAction.class, call.asType(MethodType.methodType(Object.class)));
        MethodHandle withoutCaller;
        try {
            Class<?> subject = Class.forName("javax.security.auth.Subject", true, null);
            withoutCaller = LOOKUP.findStatic(subject, "doAsPrivileged", MethodType.methodType(Object.class, subject, PrivilegedAction.class,
                    AccessControlContext.class));
        } catch (ReflectiveOperationException e) {
            call.invoke();
            return;
        }
        withoutCaller.invokeWithArguments(null, action, null);
    }

    /** The same for code of a runtime that lasts, which may be kept itself. */
    public static void call(final Runnable call) {
        AccessController.doPrivileged(new PrivilegedAction<Object>() {
            @Override
            public Object run() {
                call.run();
                return null;
            }
        });
    }

    /** An executor with one daemon thread of this name, which ends when it has had nothing to do for a while. */
    static ScheduledThreadPoolExecutor executor(String name) throws ReflectiveOperationException {
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(1, as(ThreadFactory.class, daemon(name)));
        made.setKeepAliveTime(LINGER, TimeUnit.SECONDS);
        made.allowCoreThreadTimeOut(true);
        return made;
    }

    /** Takes a {@code Runnable}, and makes a thread for it, which inherits as little as can be. */
    private static MethodHandle daemon(String name) throws ReflectiveOperationException {
        MethodHandle make;
        try {
            // From JDK 9 on; the last one says whether values of the caller's thread are inherited.
            make = LOOKUP.findConstructor(Thread.class, MethodType.methodType(void.class, ThreadGroup.class, Runnable.class, String.class,
                    long.class, boolean.class));
            make = MethodHandles.insertArguments(make, 2, name, 0L, false);
        } catch (NoSuchMethodException e) {
            make = LOOKUP.findConstructor(Thread.class, MethodType.methodType(void.class, ThreadGroup.class, Runnable.class, String.class));
            make = MethodHandles.insertArguments(make, 2, name);
        }
        make = MethodHandles.insertArguments(make, 0, (Object) null);
        make = and(make, LOOKUP.findVirtual(Thread.class, "setDaemon", MethodType.methodType(void.class, boolean.class)), true);
        return and(make, LOOKUP.findVirtual(Thread.class, "setContextClassLoader", MethodType.methodType(void.class, ClassLoader.class)), null);
    }

    /** Makes a thread as {@code make} does, and gives {@code value} to {@code setter} of it. */
    private static MethodHandle and(MethodHandle make, MethodHandle setter, Object value) {
        MethodHandle set = MethodHandles.insertArguments(setter, 1, value);
        MethodHandle after = MethodHandles.foldArguments(MethodHandles.identity(Thread.class), set);
        return MethodHandles.filterReturnValue(make, after);
    }

    /** Has the executor run something at once. Its thread may be made here. */
    static void schedule(ScheduledThreadPoolExecutor executor, Runnable run) throws Throwable {
        MethodHandle execute = LOOKUP.findVirtual(ScheduledThreadPoolExecutor.class, "execute", MethodType.methodType(void.class, Runnable.class));
        call(MethodHandles.insertArguments(execute, 0, executor, run));
    }
}

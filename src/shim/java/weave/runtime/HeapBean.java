package weave.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BiFunction;
import javax.management.DynamicMBean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** The sampler for clients of JMX. */
final class HeapBean implements HeapSamplingMXBean, BiFunction<Object, Object, Object>, Runnable {
    private static final String NAME = "weave.runtime:type=HeapSampling";
    private static HeapBean instance;

    private Object bean;
    private boolean isRegistered;

    private HeapBean() {}

    /**
     * Registers it, now or soon: to make the platform's server takes tens of milliseconds, for which the first woven code must not wait.
     */
    static void register(boolean isNow) {
        HeapBean one;
        synchronized (HeapBean.class) {
            boolean isNew = instance == null;
            if (isNew) {
                instance = new HeapBean();
            } else if (!isNow) {
                return;
            }
            one = instance;
        }
        if (isNow) {
            one.run();
            return;
        }
        try {
            Background.run(Apart.weakly(one));
        } catch (ReflectiveOperationException e) {
            Log.once(Log.DEBUG, "heap bean", "cannot register " + NAME + ": " + e);
        }
    }

    @Override
    public synchronized void run() {
        if (isRegistered) {
            return;
        }
        isRegistered = true;
        try {
            bean = new StandardMBean(this, HeapSamplingMXBean.class, true);
            register(ManagementFactory.getPlatformMBeanServer(), Apart.lasts() ? bean : weakly());
        } catch (Throwable t) {
            // No module of the beans, or none may be registered.
            Log.once(Log.DEBUG, "heap bean", "cannot register " + NAME + ": " + t);
        }
    }

    private static void register(MBeanServer server, Object bean) throws Exception {
        ObjectName name = new ObjectName(NAME);
        for (int copy = 2; ; copy++) {
            try {
                server.registerMBean(bean, name);
                return;
            } catch (InstanceAlreadyExistsException e) {
                if (isGone(server, name)) {
                    server.unregisterMBean(name);
                } else {
                    name = new ObjectName(NAME + ",copy=" + copy);
                }
            }
        }
    }

    /** Whether the bean is of a copy of the runtime that has been collected. */
    private static boolean isGone(MBeanServer server, ObjectName name) {
        try {
            return server.getAttribute(name, "Running") == null;
        } catch (Exception e) {
            return true;
        }
    }

    /** What the server is given to keep where the runtime does not last. */
    private Object weakly() throws ReflectiveOperationException {
        MethodHandle apply = MethodHandles.publicLookup().findVirtual(BiFunction.class, "apply",
                MethodType.methodType(Object.class, Object.class, Object.class)).asType(MethodType.genericMethodType(3));
        MethodHandle call = MethodHandles.dropArguments(Apart.weakCall(this, apply), 0, Object.class);
        InvocationHandler handler = Apart.as(InvocationHandler.class, call.asType(MethodType.methodType(Object.class, Object.class, Method.class,
                Object[].class)));
        // Its information is kept by the server's own: texts alone.
        return Proxy.newProxyInstance(null, new Class<?>[] {DynamicMBean.class}, handler);
    }

    /** A method of the bean is called. */
    @Override
    public Object apply(Object method, Object arguments) {
        try {
            return ((Method) method).invoke(bean, (Object[]) arguments);
        } catch (InvocationTargetException e) {
            return HeapBean.<RuntimeException>thrown(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> Object thrown(Throwable t) throws T {
        throw (T) t;
    }

    @Override
    public void start() {
        HeapSampling.start();
    }

    @Override
    public void start(long rate) {
        HeapSampling.start(rate);
    }

    @Override
    public void start(long rate, int maxGcStorage) {
        HeapSampling.start(rate, maxGcStorage);
    }

    @Override
    public void stop() {
        HeapSampling.stop();
    }

    @Override
    public boolean isRunning() {
        return HeapSampling.isRunning();
    }

    @Override
    public long getRate() {
        return HeapSampling.rate();
    }

    @Override
    public void setRate(long rate) {
        HeapSampling.setRate(rate);
    }

    @Override
    public int getMaxGcStorage() {
        return HeapSampling.maxGcStorage();
    }

    @Override
    public HeapSamplingStats getStats() {
        return HeapSampling.stats();
    }

    @Override
    public HeapTrace[] objectAllocTraces() {
        return HeapSampling.objectAllocTraces();
    }

    @Override
    public HeapTrace[] garbageTraces() {
        return HeapSampling.garbageTraces();
    }

    @Override
    public HeapTrace[] frequentGarbageTraces() {
        return HeapSampling.frequentGarbageTraces();
    }

    @Override
    public HeapTrace[] cachedObjectAllocTraces() {
        return HeapSampling.cachedObjectAllocTraces();
    }
}

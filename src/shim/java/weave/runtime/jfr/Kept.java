package weave.runtime.jfr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import weave.runtime.Apart;

/**
 * What the recorder keeps of the runtime until it is told otherwise: a listener, and hooks of periodic events. Where the runtime does not
 * last they reach it weakly, see {@link Apart}, and whichever is called first after it has gone takes all of them off.
 */
final class Kept {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    /** Of classes of the JDK, as all that the handles refer to. */
    private final CopyOnWriteArrayList<Runnable> hooks = new CopyOnWriteArrayList<Runnable>();
    private final AtomicReference<Object> listener = new AtomicReference<Object>();
    /** Takes all of them off. */
    private final MethodHandle removal;

    Kept() throws ReflectiveOperationException {
        Consumer<?> remove = Apart.as(Consumer.class, recorder("removePeriodicEvent", boolean.class, Runnable.class)
                .asType(MethodType.methodType(void.class, Object.class)));
        MethodHandle hooksGo = LOOKUP.findVirtual(Iterable.class, "forEach", MethodType.methodType(void.class, Consumer.class)).bindTo(hooks);
        MethodHandle known = LOOKUP.findVirtual(AtomicReference.class, "get", MethodType.methodType(Object.class)).bindTo(listener);
        MethodHandle listenerGoes = recorder("removeListener", boolean.class, FlightRecorderListener.class)
                .asType(MethodType.methodType(void.class, Object.class));
        removal = MethodHandles.foldArguments(MethodHandles.foldArguments(listenerGoes, known),
                MethodHandles.insertArguments(hooksGo, 0, remove));
    }

    private static MethodHandle recorder(String name, Class<?> returns, Class<?>... takes) throws ReflectiveOperationException {
        return LOOKUP.findStatic(FlightRecorder.class, name, MethodType.methodType(returns, takes));
    }

    /** Runs {@code changed} whenever the state of a recording changes. */
    void listen(Runnable changed) throws Throwable {
        MethodType type = MethodType.methodType(Object.class, Object.class, Method.class, Object[].class);
        MethodHandle name = LOOKUP.findVirtual(Method.class, "getName", MethodType.methodType(String.class));
        MethodHandle isChange = LOOKUP.findStatic(Objects.class, "equals", MethodType.methodType(boolean.class, Object.class, Object.class))
                .bindTo("recordingStateChanged");
        isChange = MethodHandles.filterArguments(isChange, 0, name.asType(MethodType.methodType(Object.class, Method.class)));
        MethodHandle act = MethodHandles.dropArguments(Apart.weakly(changed, removal), 0, type.parameterList()).asType(type);
        InvocationHandler handler = Apart.as(InvocationHandler.class,
                MethodHandles.guardWithTest(MethodHandles.dropArguments(isChange, 0, Object.class), act, isItself(type)));
        Object made = Proxy.newProxyInstance(null, new Class<?>[] {FlightRecorderListener.class}, handler);
        listener.set(made);
        Apart.call(recorder("addListener", void.class, FlightRecorderListener.class).bindTo(made));
    }

    /** What {@code equals} says of the listener, by which the recorder finds it: to replace it by itself succeeds. Nothing else is asked. */
    private MethodHandle isItself(MethodType type) throws ReflectiveOperationException {
        MethodHandle replace = LOOKUP.findVirtual(AtomicReference.class, "compareAndSet",
                MethodType.methodType(boolean.class, Object.class, Object.class)).bindTo(listener);
        MethodHandle first = MethodHandles.insertArguments(MethodHandles.arrayElementGetter(Object[].class), 1, 0);
        MethodHandle same = MethodHandles.filterArguments(replace, 0, first);
        return MethodHandles.permuteArguments(same, type.changeReturnType(boolean.class), 2, 0).asType(type);
    }

    /** Runs {@code hook}, which somebody must hold, whenever events of this type are due. */
    void hook(Class<? extends Event> type, Runnable hook) throws Throwable {
        Runnable made = Apart.as(Runnable.class, Apart.weakly(hook, removal));
        hooks.add(made);
        Apart.call(MethodHandles.insertArguments(recorder("addPeriodicEvent", void.class, Class.class, Runnable.class), 0, type, made));
    }
}

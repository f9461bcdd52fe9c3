package sun.hotspot;

import java.lang.reflect.Executable;

/**
 * The part of HotSpot's test interface that {@code CompileAll} needs, under the name that JDK 17 looks for (newer JVMs
 * know it as {@code jdk.test.whitebox.WhiteBox}). The JVM registers natives by name and type for those that are declared. Must
 * be on the boot class path, with {@code -XX:+UnlockDiagnosticVMOptions -XX:+WhiteBoxAPI}.
 */
public final class WhiteBox {
    private static native void registerNatives();

    static {
        registerNatives();
    }

    public native boolean enqueueMethodForCompilation0(Executable method, int level, int bci);

    public native boolean enqueueInitializerForCompilation0(Class<?> holder, int level);

    public native boolean isMethodCompilable0(Executable method, int level, boolean osr);

    public native boolean isMethodQueuedForCompilation0(Executable method);

    public native int getMethodCompilationLevel0(Executable method, boolean osr);

    public native int deoptimizeMethod0(Executable method, boolean osr);

    public native void clearMethodState0(Executable method);
}

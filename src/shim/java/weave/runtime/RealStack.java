package weave.runtime;

import java.util.ArrayList;

/** What the stack of the current thread says of entries, seen from a woven method that is about to enter. */
final class RealStack {
    /** What the JVM shows of a stack unless it is told otherwise. */
    private static final int LIMIT = 1024;
    private static final String RUNTIME = "weave.runtime.";
    private static final String GENERATED = "weave.gen.";

    private RealStack() {}

    /**
     * The lowest entry whose frame is gone. Entries and frames are compared from the outermost inwards, by name: in
     * doubt an entry counts as alive. The frame of the woven method itself is that of none of them, but for what interceptions before
     * this one have made of the same call; where a call in it may be what is woven, it may be that of any. Null if there is none, or if the
     * stack cannot be seen wholly.
     */
    static Frame firstNotOn(Frame top, int interception, boolean mayBeCall) {
        StackTraceElement[] frames = new Throwable().getStackTrace();
        if (!isWhole(frames)) {
            return null;
        }
        ArrayList<Entry> entries = new ArrayList<Entry>();
        for (Frame frame = top; frame != null; frame = frame.below) {
            if (frame instanceof Entry && ((Entry) frame).hasFrame()) {
                entries.add((Entry) frame);
            }
        }
        int own = woven(frames);
        int frame = frames.length - 1;
        for (int i = entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            while (frame > own && !isOf(frames[frame], entry)) {
                frame--;
            }
            if (frame <= own) {
                if (frame == own && (mayBeCall || entry.interception < interception) && isOf(frames[own], entry)) {
                    continue;
                }
                return entry;
            }
            if (i == 0 || !mayShareFrame(entry, entries.get(i - 1))) {
                frame--;
            }
        }
        return null;
    }

    /** Whether code runs on our behalf: then what has called it is on the stack. In doubt it does. */
    static boolean isBusy() {
        StackTraceElement[] frames = new Throwable().getStackTrace();
        for (int i = woven(frames) + 1; i < frames.length; i++) {
            if (isOurs(frames[i], RUNTIME) || isOurs(frames[i], GENERATED)) {
                return true;
            }
        }
        return !isWhole(frames);
    }

    /** Where the frame of the woven method is: below those of the runtime and that of its adapter. */
    private static int woven(StackTraceElement[] frames) {
        int frame = 0;
        while (frame < frames.length && isOurs(frames[frame], RUNTIME)) {
            frame++;
        }
        return frame < frames.length && isOurs(frames[frame], GENERATED) ? frame + 1 : frame;
    }

    private static boolean isOurs(StackTraceElement frame, String prefix) {
        return frame.getClassName().startsWith(prefix);
    }

    private static boolean isOf(StackTraceElement frame, Entry entry) {
        return frame.getClassName().equals(entry.declaringClass) && frame.getMethodName().equals(plainName(entry.method));
    }

    /** Without the parameters, if they are there. */
    private static String plainName(String method) {
        int parameters = method.indexOf('(');
        return parameters < 0 ? method : method.substring(0, parameters);
    }

    /** Several interceptions of one method stand on one frame. */
    private static boolean mayShareFrame(Entry outer, Entry inner) {
        return outer.declaringClass.equals(inner.declaringClass) && outer.method.equals(inner.method)
                && (outer.interception != inner.interception || outer.binding != inner.binding);
    }

    private static boolean isWhole(StackTraceElement[] frames) {
        if (frames.length == 0 || frames.length >= LIMIT) {
            return false;
        }
        StackTraceElement last = frames[frames.length - 1];
        if (last.getMethodName().equals("main") || last.getClassName().equals("java.lang.VirtualThread")) {
            return true;
        }
        for (Class<?> type = Thread.currentThread().getClass(); type != null; type = type.getSuperclass()) {
            if (last.getClassName().equals(type.getName())) {
                return true;
            }
        }
        return false;
    }
}

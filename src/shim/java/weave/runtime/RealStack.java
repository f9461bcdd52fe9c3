package weave.runtime;

import java.util.ArrayList;

/** Finds entries whose method is no longer on the stack of the current thread. */
final class RealStack {
    /** What the JVM shows of a stack unless it is told otherwise. */
    private static final int LIMIT = 1024;

    private RealStack() {}

    /**
     * The lowest entry whose frame is gone. Entries and frames are compared from the outermost inwards, by name: in
     * doubt an entry counts as alive. Null if there is none, or if the stack cannot be seen wholly.
     */
    static Frame firstNotOn(Frame top) {
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
        int frame = frames.length - 1;
        for (int i = entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            while (frame >= 0 && !isOf(frames[frame], entry)) {
                frame--;
            }
            if (frame < 0) {
                return entry;
            }
            if (i == 0 || !mayShareFrame(entry, entries.get(i - 1))) {
                frame--;
            }
        }
        return null;
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
        return last.getMethodName().equals("main") || last.getClassName().equals("java.lang.Thread")
                || last.getClassName().equals("java.lang.VirtualThread");
    }
}

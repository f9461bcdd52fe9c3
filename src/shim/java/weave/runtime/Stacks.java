package weave.runtime;

import java.util.Arrays;
import java.util.HashMap;

/** Stacks, each of them once: samples of one site are many, and their stacks few. */
final class Stacks {
    /** So many different ones are remembered, and forgotten all at once. */
    private static final int MOST = 4096;
    private final HashMap<Key, HeapFrame[]> known = new HashMap<Key, HeapFrame[]>();

    /** Some frames of a stack. */
    synchronized HeapFrame[] shared(StackTraceElement[] all, int first, int count) {
        Key key = new Key(Arrays.copyOfRange(all, first, first + count));
        HeapFrame[] frames = known.get(key);
        if (frames == null) {
            frames = new HeapFrame[count];
            for (int i = 0; i < count; i++) {
                frames[i] = new StackFrame(key.elements[i]);
            }
            if (known.size() >= MOST) {
                known.clear();
            }
            known.put(key, frames);
        }
        return frames;
    }

    synchronized void clear() {
        known.clear();
    }

    /** A stack, compared by its frames. */
    static final class Key {
        private final StackTraceElement[] elements;

        Key(StackTraceElement[] elements) {
            this.elements = elements;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && Arrays.equals(elements, ((Key) other).elements);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(elements);
        }
    }

    /** A frame. */
    static final class StackFrame implements HeapFrame {
        private final StackTraceElement element;

        StackFrame(StackTraceElement element) {
            this.element = element;
        }

        @Override
        public String getClassName() {
            return element.getClassName();
        }

        @Override
        public String getMethodName() {
            return element.getMethodName();
        }

        @Override
        public String getFileName() {
            return element.getFileName();
        }

        @Override
        public int getLineNumber() {
            return element.getLineNumber();
        }

        @Override
        public String toString() {
            return element.toString();
        }
    }
}

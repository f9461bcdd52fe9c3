package weave.runtime;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Builds the text of one payload. Nothing that a value does can make it fail, or grow without bound. */
final class Text {
    private static final char ELLIPSIS = '\u2026';
    private static final int MAX_ELEMENTS = 16;
    private static final int MAX_DEPTH = 3;
    /** What is kept of a text that is to be redacted: a match may begin before the cut and end behind it. */
    private static final int REDACTED_LIMIT = 1 << 16;
    private static final int DESCRIPTION_LENGTH = 512;
    static final String FAILED = "?";

    /** Compiled patterns; a broken one maps to itself. */
    private static final ConcurrentHashMap<String, Object> PATTERNS = new ConcurrentHashMap<String, Object>();

    private final StringBuilder out = new StringBuilder();
    private final int max;
    private final int limit;
    private final String redact;

    Text(int max, String redact) {
        this.max = Math.max(max, 0);
        this.redact = redact;
        // One more than is shown, so that the end sees that something is missing.
        this.limit = redact == null ? this.max + 1 : Math.max(REDACTED_LIMIT, this.max + 1);
    }

    /** Class name and message of an exception. */
    static String describe(Throwable t) {
        Text text = new Text(DESCRIPTION_LENGTH, null);
        text.add(t.getClass().getName());
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            String message = t.getMessage();
            if (message != null) {
                text.add(": ");
                text.add(message);
            }
        } catch (Throwable failure) {
            text.add(": ");
            text.failed(t, failure);
        } finally {
            thread.busy--;
        }
        return text.end();
    }

    /** Code of the application runs: it records nothing, and what it throws is counted. */
    @SuppressWarnings("unchecked")
    static Object read(Object reader, Object from, Object failed) {
        if (from == null) {
            return null;
        }
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            return ((Function<Object, Object>) reader).apply(from);
        } catch (Throwable t) {
            Counters.TEXTS.incrementAndGet();
            if (Log.isOn(Log.DEBUG)) {
                String type = from.getClass().getName();
                Log.once(Log.DEBUG, "path " + reader.getClass().getName(),
                        "a path from a value of " + type + " cannot be read: " + t.getClass().getName());
            }
            return failed;
        } finally {
            thread.busy--;
        }
    }

    void add(String s) {
        String shown = s == null ? "null" : s;
        int room = limit - out.length();
        if (room > 0) {
            try {
                out.append(shown, 0, Math.min(shown.length(), room));
            } catch (OutOfMemoryError e) {
                Counters.TEXTS.incrementAndGet();
            }
        }
    }

    void add(Object value) {
        if (value instanceof String || value == null) {
            add((String) value);
        } else {
            PerThread thread = PerThread.current();
            thread.busy++;
            try {
                add(value, 0);
            } catch (Throwable t) {
                // A value is caught where it is shown: this is the stack or the memory of the application.
                Counters.TEXTS.incrementAndGet();
            } finally {
                thread.busy--;
            }
        }
    }

    private void add(Object value, int depth) {
        if (isFull()) {
            return;
        }
        if (value != null && value.getClass().isArray()) {
            addArray(value, depth);
            return;
        }
        int before = out.length();
        try {
            add(value == null ? null : value.toString());
        } catch (Throwable t) {
            out.setLength(before);
            failed(value, t);
        }
    }

    private void addArray(Object array, int depth) {
        if (depth == MAX_DEPTH) {
            out.append('[').append(ELLIPSIS).append(']');
            return;
        }
        int length = java.lang.reflect.Array.getLength(array);
        Object[] objects = array instanceof Object[] ? (Object[]) array : null;
        out.append('[');
        for (int i = 0; i < length && !isFull(); i++) {
            if (i > 0) {
                out.append(", ");
            }
            if (i == MAX_ELEMENTS) {
                out.append(ELLIPSIS);
                break;
            }
            if (objects != null) {
                add(objects[i], depth + 1);
            } else {
                add(String.valueOf(java.lang.reflect.Array.get(array, i)));
            }
        }
        out.append(']');
    }

    private boolean isFull() {
        return out.length() >= limit;
    }

    private void failed(Object value, Throwable t) {
        add(FAILED);
        Counters.TEXTS.incrementAndGet();
        if (Log.isOn(Log.DEBUG)) {
            String type = value.getClass().getName();
            Log.once(Log.DEBUG, "text " + type, "a value of " + type + " cannot be shown: " + t.getClass().getName());
        }
    }

    String end() {
        try {
            CharSequence all = out;
            if (redact != null) {
                all = redacted();
            }
            if (all.length() <= max) {
                return all.toString();
            }
            int end = max > 0 && Character.isHighSurrogate(all.charAt(max - 1)) ? max - 1 : max;
            return new StringBuilder(end + 1).append(all, 0, end).append(ELLIPSIS).toString();
        } catch (Throwable t) {
            // Never the text itself: it may hold what was to be blanked.
            Counters.TEXTS.incrementAndGet();
            return FAILED;
        }
    }

    private String redacted() {
        Object pattern = PATTERNS.get(redact);
        if (pattern == null) {
            try {
                pattern = Pattern.compile(redact);
            } catch (RuntimeException e) {
                pattern = redact;
                Log.once(Log.ERROR, "redact " + redact, "not a regular expression, so these texts are blanked: " + redact);
            }
            PATTERNS.put(redact, pattern);
        }
        if (!(pattern instanceof Pattern)) {
            Counters.TEXTS.incrementAndGet();
            return FAILED;
        }
        return ((Pattern) pattern).matcher(out).replaceAll("***");
    }
}

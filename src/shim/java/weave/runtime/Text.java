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

    /** The first two parts, until there is a third one: most texts have no more, and are made faster without a buffer. */
    private String first;
    private String second;
    private StringBuilder buffer;
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
        try {
            if (shown.length() > limit - length()) {
                // Character by character: hardly any text is cut.
                out().append(shown, 0, Math.max(limit - length(), 0));
            } else if (buffer != null || second != null) {
                out().append(shown);
            } else if (first == null) {
                first = shown;
            } else {
                second = shown;
            }
        } catch (OutOfMemoryError e) {
            Counters.TEXTS.incrementAndGet();
        }
    }

    private int length() {
        if (buffer != null) {
            return buffer.length();
        }
        return (first == null ? 0 : first.length()) + (second == null ? 0 : second.length());
    }

    /** All parts so far, and where further ones go. */
    private StringBuilder out() {
        if (buffer == null) {
            buffer = new StringBuilder(64);
            if (first != null) {
                buffer.append(first);
            }
            if (second != null) {
                buffer.append(second);
            }
        }
        return buffer;
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
        try {
            add(value == null ? null : value.toString());
        } catch (Throwable t) {
            failed(value, t);
        }
    }

    private void addArray(Object array, int depth) {
        if (depth == MAX_DEPTH) {
            add("[" + ELLIPSIS + "]");
            return;
        }
        int length = java.lang.reflect.Array.getLength(array);
        Object[] objects = array instanceof Object[] ? (Object[]) array : null;
        add("[");
        for (int i = 0; i < length && !isFull(); i++) {
            if (i > 0) {
                add(", ");
            }
            if (i == MAX_ELEMENTS) {
                add(String.valueOf(ELLIPSIS));
                break;
            }
            if (objects != null) {
                add(objects[i], depth + 1);
            } else {
                add(String.valueOf(java.lang.reflect.Array.get(array, i)));
            }
        }
        add("]");
    }

    private boolean isFull() {
        return length() >= limit;
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
            String all = redact == null ? whole() : redacted();
            if (all.length() <= max) {
                return all;
            }
            int end = max > 0 && Character.isHighSurrogate(all.charAt(max - 1)) ? max - 1 : max;
            return new StringBuilder(end + 1).append(all, 0, end).append(ELLIPSIS).toString();
        } catch (Throwable t) {
            // Never the text itself: it may hold what was to be blanked.
            Counters.TEXTS.incrementAndGet();
            return FAILED;
        }
    }

    private String whole() {
        if (buffer != null) {
            return buffer.toString();
        }
        if (second != null) {
            return first.concat(second);
        }
        return first == null ? "" : first;
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
        return ((Pattern) pattern).matcher(whole()).replaceAll("***");
    }
}

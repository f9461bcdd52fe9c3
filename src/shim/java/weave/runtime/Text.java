package weave.runtime;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What payloads are called. Nothing that a value does can make it fail, or grow without bound. */
final class Text {
    private static final char ELLIPSIS = '\u2026';
    private static final int MAX_ELEMENTS = 16;
    private static final int MAX_DEPTH = 3;
    /** How long texts are that no rule says the length of. */
    private static final int DEFAULT_LENGTH = 512;
    /** How much more is kept of a text that is to be redacted: a match may begin before the cut and end behind it. */
    private static final int REDACTED_MORE = 1 << 16;
    private static final String[] NOTHING = {};
    static final String FAILED = "?";

    /** Compiled patterns; a broken one maps to itself. */
    private static final ConcurrentHashMap<String, Object> PATTERNS = new ConcurrentHashMap<String, Object>();

    private final StringBuilder out = new StringBuilder();
    private final int limit;

    private Text(int limit) {
        this.limit = limit;
    }

    /** A value as text, in at most so many characters. */
    static String shown(Object value, int limit) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String) {
            return start((String) value, limit);
        }
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            if (value.getClass().isArray()) {
                Text text = new Text(limit);
                text.addArray(value, 0);
                return text.out.toString();
            }
            return start(ofObject(value), limit);
        } catch (Throwable t) {
            // A value is caught where it is shown: this is the stack or the memory of the application.
            Counters.TEXTS.incrementAndGet();
            return FAILED;
        } finally {
            thread.busy--;
        }
    }

    private static String start(String s, int limit) {
        return s.length() <= limit ? s : s.substring(0, limit);
    }

    private static String ofObject(Object value) {
        try {
            return String.valueOf(value.toString());
        } catch (Throwable t) {
            return failed(value, t);
        }
    }

    private static String failed(Object value, Throwable t) {
        Counters.TEXTS.incrementAndGet();
        if (Log.isOn(Log.DEBUG)) {
            String type = value.getClass().getName();
            Log.once(Log.DEBUG, "text " + type, "a value of " + type + " cannot be shown: " + t.getClass().getName());
        }
        return FAILED;
    }

    /** The text with an ellipsis for what is too much of it. */
    static String cut(String all, int max) {
        if (all.length() <= max) {
            return all;
        }
        try {
            int end = max > 0 && Character.isHighSurrogate(all.charAt(max - 1)) ? max - 1 : max;
            return all.substring(0, end) + ELLIPSIS;
        } catch (Throwable t) {
            Counters.TEXTS.incrementAndGet();
            return FAILED;
        }
    }

    /** The text without what matches. If that fails, never the text itself: it may hold what was to be blanked. */
    static String redacted(String all, int max, String redact) {
        return redacted(all, max, new String[] {redact});
    }

    private static String redacted(String all, int max, String[] redacts) {
        String text = all;
        try {
            for (String redact : redacts) {
                Object pattern = pattern(redact);
                if (!(pattern instanceof Pattern)) {
                    Counters.TEXTS.incrementAndGet();
                    return FAILED;
                }
                text = ((Pattern) pattern).matcher(text).replaceAll("***");
            }
            return cut(text, max);
        } catch (Throwable t) {
            Counters.TEXTS.incrementAndGet();
            return FAILED;
        }
    }

    /** A text that no rule has made, without what matches any of the patterns, and cut. */
    static String bounded(String all, String[] redacts) {
        return redacted(start(all, DEFAULT_LENGTH + REDACTED_MORE), DEFAULT_LENGTH, redacts);
    }

    private static Object pattern(String redact) {
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
        return pattern;
    }

    /** Class name and message of an exception. */
    static String describe(Throwable t) {
        return describe(t, NOTHING);
    }

    /** The same; what matches any of the patterns is blanked in the message, which may hold any value of the program. */
    static String describe(Throwable t, String[] redacts) {
        String type = t.getClass().getName();
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            String message = t.getMessage();
            return message == null ? type : cut(type + ": " + bounded(message, redacts), DEFAULT_LENGTH);
        } catch (Throwable failure) {
            return type + ": " + failed(t, failure);
        } finally {
            thread.busy--;
        }
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

    private void add(String s) {
        int room = limit - out.length();
        if (s.length() <= room) {
            out.append(s);
        } else if (room > 0) {
            out.append(s, 0, room);
        }
    }

    private void add(Object value, int depth) {
        if (value == null) {
            add("null");
        } else if (value.getClass().isArray()) {
            addArray(value, depth);
        } else {
            add(ofObject(value));
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
        for (int i = 0; i < length && out.length() < limit; i++) {
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
}

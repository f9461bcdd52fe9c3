package weave.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.function.LongConsumer;

/** Writes one JSON value after the other, in ASCII, on one line. */
final class Json {
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private final Writer out;
    private boolean isFirst = true;

    Json(Writer out) {
        this.out = out;
    }

    Json beginObject() {
        separate();
        write('{');
        isFirst = true;
        return this;
    }

    Json endObject() {
        write('}');
        isFirst = false;
        return this;
    }

    Json beginArray() {
        separate();
        write('[');
        isFirst = true;
        return this;
    }

    Json endArray() {
        write(']');
        isFirst = false;
        return this;
    }

    /** The key of the next value. */
    Json key(String key) {
        separate();
        quoted(key);
        write(':');
        isFirst = true;
        return this;
    }

    Json value(long value) {
        separate();
        write(Long.toString(value));
        return this;
    }

    /** What is no number of JSON is null. */
    Json value(double value) {
        separate();
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
        write(Double.isNaN(value) || Double.isInfinite(value) ? "null" : isWhole ? Long.toString((long) value) : Double.toString(value));
        return this;
    }

    Json value(boolean value) {
        separate();
        write(Boolean.toString(value));
        return this;
    }

    Json value(String value) {
        separate();
        if (value == null) {
            write("null");
        } else {
            quoted(value);
        }
        return this;
    }

    Json put(String key, long value) {
        return key(key).value(value);
    }

    Json put(String key, boolean value) {
        return key(key).value(value);
    }

    Json put(String key, String value) {
        return key(key).value(value);
    }

    /** Null for a negative number, which stands for what is not known. */
    Json putKnown(String key, long value) {
        key(key);
        return value < 0 ? value(null) : value(value);
    }

    /** An array of all numbers that are given to its consumer. */
    Json numbers(String key, java.util.function.Consumer<LongConsumer> all) {
        key(key).beginArray();
        all.accept(this::value);
        return endArray();
    }

    Json numbers(String key, long[] all) {
        key(key).beginArray();
        for (long one : all) {
            value(one);
        }
        return endArray();
    }

    private void separate() {
        if (!isFirst) {
            write(',');
        }
        isFirst = false;
    }

    private void quoted(String value) {
        write('"');
        for (int i = 0; i < value.length(); i++) {
            char letter = value.charAt(i);
            if (Character.isHighSurrogate(letter) && i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))) {
                escaped(letter);
                escaped(value.charAt(++i));
            } else if (Character.isSurrogate(letter)) {
                write("\\\\u"); // half a letter: no text has it, so its number is shown
                hex(letter);
            } else if (letter < ' ' || letter > '~' || letter == '"' || letter == '\\') {
                escaped(letter);
            } else {
                write(letter);
            }
        }
        write('"');
    }

    private void escaped(char letter) {
        write("\\u");
        hex(letter);
    }

    private void hex(char letter) {
        for (int shift = 12; shift >= 0; shift -= 4) {
            write(HEX[letter >> shift & 15]);
        }
    }

    private void write(char letter) {
        try {
            out.write(letter);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String text) {
        try {
            out.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

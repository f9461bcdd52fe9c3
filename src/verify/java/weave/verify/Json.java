package weave.verify;

/** A JSON object of strings and numbers, in ASCII. */
final class Json {
    private final StringBuilder text = new StringBuilder("{");

    Json put(String key, String value) {
        begin(key);
        text.append('"');
        escape(value);
        text.append('"');
        return this;
    }

    Json put(String key, int value) {
        begin(key);
        text.append(value);
        return this;
    }

    private void begin(String key) {
        text.append(text.length() == 1 ? "\"" : ",\"").append(key).append("\":");
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char letter = value.charAt(i);
            boolean isPair = i + 1 < value.length() && Character.isSurrogatePair(letter, value.charAt(i + 1));
            if (isPair) {
                text.append(String.format("\\u%04x\\u%04x", (int) letter, (int) value.charAt(++i)));
            } else if (Character.isSurrogate(letter)) {
                text.append(String.format("\\\\u%04x", (int) letter)); // half a letter, which names in class files may have: no text has it
            } else if (letter < ' ' || letter > '~' || letter == '"' || letter == '\\') {
                text.append(String.format("\\u%04x", (int) letter));
            } else {
                text.append(letter);
            }
        }
    }

    @Override
    public String toString() {
        return text + "}";
    }
}

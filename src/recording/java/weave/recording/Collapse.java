package weave.recording;

/** Makes texts equal that differ in literals only: numbers, quoted texts and UUIDs become question marks, lists of them one. */
final class Collapse {
    private Collapse() {}

    /** The text itself if it has no literals. */
    static String literals(String text) {
        StringBuilder out = null;
        int copied = 0;
        int i = 0;
        while (i < text.length()) {
            int end = end(text, i);
            if (end == i) {
                i++;
                continue;
            }
            if (out == null) {
                out = new StringBuilder(text.length());
            }
            out.append(text, copied, i);
            copied = end;
            i = end;
            if (!follows(out)) {
                out.append('?');
            } else {
                out.setLength(out.lastIndexOf("?") + 1);
                out.append('…');
            }
        }
        if (out == null) {
            return text;
        }
        return out.append(text, copied, text.length()).toString();
    }

    /** True after a question mark and a comma: the next literal of a list. */
    private static boolean follows(StringBuilder out) {
        int i = out.length() - 1;
        while (i >= 0 && out.charAt(i) == ' ') {
            i--;
        }
        if (i < 1 || out.charAt(i) != ',') {
            return false;
        }
        i--;
        if (out.charAt(i) == '…') {
            i--;
        }
        return i >= 0 && out.charAt(i) == '?';
    }

    /** The end of the literal that begins here; the place itself if none does. */
    private static int end(String text, int at) {
        char letter = text.charAt(at);
        if (letter == '\'') {
            return isPartOfWord(text, at - 1) ? at : quoted(text, at);
        }
        if (isPartOfWord(text, at - 1)) {
            return at;
        }
        if (isHex(letter) && isUuid(text, at)) {
            return at + 36;
        }
        return isDigit(letter) ? number(text, at) : at;
    }

    private static int quoted(String text, int at) {
        int i = at + 1;
        while (true) {
            i = text.indexOf('\'', i);
            if (i < 0) {
                return at;
            }
            if (i + 1 < text.length() && text.charAt(i + 1) == '\'') {
                i += 2;
            } else {
                return i + 1;
            }
        }
    }

    /** Digits with what belongs to a number; none of a word that goes on with letters, as in {@code 2nd}. */
    private static int number(String text, int at) {
        int i = at;
        if (text.charAt(at) == '0' && at + 2 < text.length() && (text.charAt(at + 1) | 32) == 'x' && isHex(text.charAt(at + 2))) {
            i = at + 2;
            while (i < text.length() && isHex(text.charAt(i))) {
                i++;
            }
            return isPartOfWord(text, i) ? at : i;
        }
        i = digits(text, i);
        if (i + 1 < text.length() && text.charAt(i) == '.' && isDigit(text.charAt(i + 1))) {
            i = digits(text, i + 1);
        }
        if (i + 1 < text.length() && (text.charAt(i) | 32) == 'e') {
            int sign = text.charAt(i + 1) == '-' || text.charAt(i + 1) == '+' ? 2 : 1;
            int more = digits(text, i + sign);
            i = more > i + sign ? more : i;
        }
        return isPartOfWord(text, i) ? at : i;
    }

    private static int digits(String text, int at) {
        int i = at;
        while (i < text.length() && isDigit(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isUuid(String text, int at) {
        if (at + 36 > text.length() || isPartOfWord(text, at + 36)) {
            return false;
        }
        for (int i = 0; i < 36; i++) {
            boolean isDash = i == 8 || i == 13 || i == 18 || i == 23;
            char letter = text.charAt(at + i);
            if (isDash ? letter != '-' : !isHex(letter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPartOfWord(String text, int at) {
        return at >= 0 && at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_');
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private static boolean isHex(char letter) {
        return isDigit(letter) || (letter | 32) >= 'a' && (letter | 32) <= 'f';
    }
}

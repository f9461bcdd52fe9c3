import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints three columns from the manifest that {@code weave} writes beside its output: the number of methods with code, of
 * woven methods, and of skipped ones by reason ({@code reason=n,...}, or {@code -}).
 *
 * <pre>java ManifestCounts OUT.jar.weave.json</pre>
 */
public final class ManifestCounts {
    private final String text;
    private int at;

    private ManifestCounts(String text) {
        this.text = text;
    }

    public static void main(String[] arguments) throws Exception {
        Map<?, ?> manifest = (Map<?, ?>) new ManifestCounts(Files.readString(Path.of(arguments[0]))).value();
        Map<?, ?> counts = (Map<?, ?>) manifest.get("counts");
        Map<String, Long> reasons = new TreeMap<>();
        for (Object skipped : (List<?>) manifest.get("skipped")) {
            reasons.merge(((Map<?, ?>) skipped).get("reason").toString(), 1L, Long::sum);
        }
        String skipped = reasons.toString().replaceAll("[{} ]", "");
        System.out.println(number(counts.get("methods")) + " " + number(counts.get("methods-woven")) + " "
                + (skipped.isEmpty() ? "-" : skipped));
    }

    private static String number(Object value) {
        return value instanceof Number number ? Long.toString(number.longValue()) : "-";
    }

    /** One JSON value (RFC 8259); what {@code weave} writes is well-formed. */
    private Object value() {
        switch (next()) {
            case '{' -> {
                Map<String, Object> members = new LinkedHashMap<>();
                for (at++; next() != '}'; skip(',')) {
                    String key = string();
                    skip(':');
                    members.put(key, value());
                }
                at++;
                return members;
            }
            case '[' -> {
                List<Object> elements = new ArrayList<>();
                for (at++; next() != ']'; skip(',')) {
                    elements.add(value());
                }
                at++;
                return elements;
            }
            case '"' -> {
                return string();
            }
            default -> {
                int start = at;
                while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) {
                    at++;
                }
                String word = text.substring(start, at);
                return Character.isLetter(word.charAt(0)) ? word : (Object) Double.valueOf(word);
            }
        }
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }

    private void skip(char expected) {
        if (next() == expected) {
            at++;
        }
    }

    private String string() {
        next();
        StringBuilder out = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) != '\\') {
                out.append(text.charAt(at));
                continue;
            }
            at++;
            switch (text.charAt(at)) {
                case 'n' -> out.append('\n');
                case 't' -> out.append('\t');
                case 'r' -> out.append('\r');
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'u' -> {
                    out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                }
                default -> out.append(text.charAt(at));
            }
        }
        at++;
        return out.toString();
    }
}

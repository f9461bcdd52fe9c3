package weave.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The texts of a report, each once. */
final class Strings {
    /** How much of a text is kept. */
    static final int LONGEST = 4096;

    private final Map<String, Integer> indices = new HashMap<>();
    private final List<String> all = new ArrayList<>();

    Strings() {
        index("");
    }

    /** -1 for null. */
    int index(String text) {
        if (text == null) {
            return -1;
        }
        String cut = cut(text);
        Integer known = indices.putIfAbsent(cut, all.size());
        if (known != null) {
            return known;
        }
        all.add(cut);
        return all.size() - 1;
    }

    static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    void write(Json json) {
        json.key("strings").beginArray();
        for (String text : all) {
            json.value(text);
        }
        json.endArray();
    }
}

package weave.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Rows by their texts. When there are too many, the half that took the least time goes into one last row, and what has gone never comes back:
 * so the numbers of each row that is there are complete, and those of the last row are right sums.
 */
final class Table {
    /** How many rows a table has at most. */
    static final int MOST = 50_000;
    /** How many of them have their cells in the report. */
    static final int WITH_CELLS = 2_000;
    /** How many are in the report. */
    static final int SHOWN = 5_000;
    static final String REST = "…";
    /** Most time first. */
    static final Comparator<Row> ORDER = (a, b) -> a.measure.duration != b.measure.duration
            ? Long.compare(b.measure.duration, a.measure.duration)
            : a.measure.count != b.measure.count ? Long.compare(b.measure.count, a.measure.count) : a.text.compareTo(b.text);

    private final Budget budget;
    private final Map<String, Row> rows = new HashMap<>();
    private final Function<String, Row> make;
    private final Gone gone = new Gone();
    private long letters;
    private Row rest;
    private List<Row> sorted;

    /** Rows are made by {@code make}. */
    Table(Budget budget, Function<String, Row> make) {
        this.budget = budget;
        this.make = make;
        budget.manage(this);
    }

    Row row(String text) {
        Row row = rows.get(text);
        if (row != null) {
            return row;
        }
        String cut = Strings.cut(text);
        row = cut.length() == text.length() ? null : rows.get(cut);
        if (row != null) {
            return row;
        }
        if (gone.has(cut)) {
            return rest();
        }
        if (gone.isFull()) {
            return rest();
        }
        row = make.apply(cut);
        rows.put(cut, row);
        letters += cut.length();
        if (rows.size() > MOST) {
            prune();
        }
        budget.added(cut);
        return rows.get(cut) == row ? row : rest();
    }

    private Row rest() {
        if (rest == null) {
            rest = new Row(REST, null);
            rest.measure.isSpread = false;
        }
        return rest;
    }

    int size() {
        return rows.size();
    }

    long letters() {
        return letters;
    }

    /** All texts that there were; at least so many if {@link #isLower}. */
    long texts() {
        return rows.size() + gone.size();
    }

    boolean isLower() {
        return gone.isFull();
    }

    /** Gives the half with the least time to the last row. New rows have no time yet: they go last. */
    void prune() {
        List<Row> all = new ArrayList<>(rows.values());
        all.sort((a, b) -> (a.measure.count == 0) != (b.measure.count == 0) ? (a.measure.count == 0 ? -1 : 1) : ORDER.compare(a, b));
        for (Row row : all.subList((all.size() + 1) / 2, all.size())) {
            rows.remove(row.text);
            letters -= row.text.length();
            budget.removed(row.text);
            gone.add(row.text);
            rest().addAll(row);
        }
    }

    /** The rows of the report, most time first; the last row among them. */
    List<Row> sorted() {
        if (sorted == null) {
            List<Row> all = new ArrayList<>(rows.values());
            all.sort(ORDER);
            if (all.size() > SHOWN) {
                for (Row row : all.subList(SHOWN, all.size())) {
                    rest().addAll(row);
                }
                all = new ArrayList<>(all.subList(0, SHOWN));
            }
            if (rest != null) {
                all.add(rest);
                all.sort(ORDER);
            }
            for (int i = 0; i < all.size(); i++) {
                all.get(i).index = i;
            }
            sorted = all;
        }
        return sorted;
    }

    void write(Json json, Strings strings, boolean withCollapsed) {
        List<Row> all = sorted();
        json.beginObject();
        json.numbers("text", to -> all.forEach(one -> to.accept(strings.index(one.text))));
        json.numbers("count", to -> all.forEach(one -> to.accept(one.measure.count)));
        json.numbers("duration", to -> all.forEach(one -> to.accept(one.measure.duration)));
        json.numbers("exceptions", to -> all.forEach(one -> to.accept(one.measure.exceptions)));
        known(json, "max", all, 1);
        known(json, "p50", all, 0.5);
        known(json, "p95", all, 0.95);
        known(json, "p99", all, 0.99);
        if (withCollapsed) {
            json.numbers("collapsed", to -> all.forEach(one -> to.accept(one.collapsed == null ? -1 : one.collapsed.now().index)));
        }
        json.put("rest", rest == null ? -1 : rest.index);
        json.key("cells").beginArray();
        for (int i = 0; i < all.size(); i++) {
            if (i < WITH_CELLS || all.get(i) == rest) {
                all.get(i).writeCells(json);
            } else {
                json.beginArray().endArray();
            }
        }
        json.endArray().key("traces").beginArray();
        all.forEach(one -> one.writeTraces(json));
        json.endArray().endObject();
    }

    private static void known(Json json, String key, List<Row> all, double part) {
        json.key(key).beginArray();
        for (Row row : all) {
            long value = part == 1 ? max(row.measure) : row.measure.percentile(part);
            if (value < 0) {
                json.value(null);
            } else {
                json.value(value);
            }
        }
        json.endArray();
    }

    /** Sums alone do not say what the longest was. */
    private static long max(Measure measure) {
        return measure.isSpread || measure.max > 0 ? measure.max : -1;
    }
}

package weave.recording;

import java.util.ArrayList;
import java.util.List;

/** Bounds what the tables of all probes hold together: when there is too much, the largest one gives away half of its rows. */
final class Budget {
    private static final int ROWS = 120_000;
    private static final long LETTERS = 24_000_000;

    private final List<Table> tables = new ArrayList<>();
    private int rows;
    private long letters;

    void manage(Table table) {
        tables.add(table);
    }

    void added(String text) {
        rows++;
        letters += text.length();
        while (rows > ROWS || letters > LETTERS) {
            Table largest = null;
            for (Table table : tables) {
                if (largest == null || table.letters() + 200L * table.size() > largest.letters() + 200L * largest.size()) {
                    largest = table;
                }
            }
            if (largest == null || largest.size() < 2) {
                return;
            }
            largest.prune();
        }
    }

    void removed(String text) {
        rows--;
        letters -= text.length();
    }
}

package weave.recording;

import java.util.Arrays;

/** Counts by time and duration. */
final class Grid {
    private final int[][] columns;

    Grid(int columns) {
        this.columns = new int[columns][];
    }

    void add(int column, int row) {
        int[] counts = columns[column];
        if (counts == null || counts.length <= row) {
            counts = counts == null ? new int[row + 8] : Arrays.copyOf(counts, row + 8);
            columns[column] = counts;
        }
        counts[row]++;
    }

    /** [column, row, count, …] of all that is not 0. */
    void write(Json json) {
        json.beginArray();
        for (int column = 0; column < columns.length; column++) {
            for (int row = 0; columns[column] != null && row < columns[column].length; row++) {
                if (columns[column][row] > 0) {
                    json.value(column).value(row).value(columns[column][row]);
                }
            }
        }
        json.endArray();
    }
}

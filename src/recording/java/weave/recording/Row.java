package weave.recording;

import java.util.Arrays;

/** A text, and what is known of all payloads that have it. */
final class Row {
    private static final int TRACES = 16;
    private static final int SHOWN_TRACES = 8;

    final String text;
    /** The row of the same text without literals; null for rows of other tables. */
    final Row collapsed;
    final Measure measure = new Measure();
    /** The longest events, in no order. */
    Event[] longest;
    private int firstCell;
    /** Count, duration and exceptions of each cell from the first on. */
    private long[] cells;
    private int[] nodes;
    private long[] nodeCounts;
    private long[] nodeDurations;
    private int nodesUsed;
    private long otherCount;
    private long otherDuration;
    /** The row that it was added to when it went; null while it is there. */
    Row into;
    /** Its place in the report, once that is known. */
    int index = -1;

    Row(String text, Row collapsed) {
        this.text = text;
        this.collapsed = collapsed;
    }

    void add(int cell, long nanos, boolean isException, int node) {
        measure.add(nanos, isException);
        cell(cell, 1, nanos, isException ? 1 : 0);
        trace(node, 1, nanos);
    }

    void addSum(int cell, long count, long nanos, long exceptions) {
        measure.addSum(count, nanos, exceptions);
        cell(cell, count, nanos, exceptions);
    }

    /** Itself, or the row that it went into. */
    Row now() {
        return into == null ? this : into;
    }

    /** Adds the sums of another one, which goes. */
    void addAll(Row other) {
        other.into = this;
        other.longest = null;
        measure.addSums(other.measure);
        if (other.cells != null) {
            for (int i = 0; i < other.cells.length; i += 3) {
                if (other.cells[i] > 0) {
                    cell(other.firstCell + i / 3, other.cells[i], other.cells[i + 1], other.cells[i + 2]);
                }
            }
        }
    }

    private void cell(int cell, long count, long nanos, long exceptions) {
        if (cells == null) {
            cells = new long[3];
            firstCell = cell;
        } else if (cell < firstCell) {
            long[] wider = new long[cells.length + 3 * (firstCell - cell)];
            System.arraycopy(cells, 0, wider, 3 * (firstCell - cell), cells.length);
            cells = wider;
            firstCell = cell;
        } else if (3 * (cell - firstCell) >= cells.length) {
            cells = Arrays.copyOf(cells, 3 * (cell - firstCell + 1));
        }
        int at = 3 * (cell - firstCell);
        cells[at] += count;
        cells[at + 1] += nanos;
        cells[at + 2] += exceptions;
    }

    private void trace(int node, long count, long nanos) {
        if (node < 0) {
            return;
        }
        if (nodes == null) {
            nodes = new int[2];
            nodeCounts = new long[2];
            nodeDurations = new long[2];
        }
        for (int i = 0; i < nodesUsed; i++) {
            if (nodes[i] == node) {
                nodeCounts[i] += count;
                nodeDurations[i] += nanos;
                return;
            }
        }
        if (nodesUsed == TRACES) {
            otherCount += count;
            otherDuration += nanos;
            return;
        }
        if (nodesUsed == nodes.length) {
            int length = nodesUsed * 2;
            nodes = Arrays.copyOf(nodes, length);
            nodeCounts = Arrays.copyOf(nodeCounts, length);
            nodeDurations = Arrays.copyOf(nodeDurations, length);
        }
        nodes[nodesUsed] = node;
        nodeCounts[nodesUsed] = count;
        nodeDurations[nodesUsed++] = nanos;
    }

    /** [cell, count, duration, exceptions, …]. */
    void writeCells(Json json) {
        json.beginArray();
        for (int i = 0; cells != null && i < cells.length; i += 3) {
            if (cells[i] > 0) {
                json.value(firstCell + i / 3).value(cells[i]).value(cells[i + 1]).value(cells[i + 2]);
            }
        }
        json.endArray();
    }

    /** [node, count, duration, …]. */
    void writeTraces(Json json) {
        Integer[] order = new Integer[nodesUsed];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> nodeDurations[a] != nodeDurations[b] ? Long.compare(nodeDurations[b], nodeDurations[a])
                : Integer.compare(nodes[a], nodes[b]));
        long count = otherCount;
        long duration = otherDuration;
        json.beginArray();
        for (int i = 0; i < nodesUsed; i++) {
            int one = order[i];
            if (i < SHOWN_TRACES) {
                json.value(nodes[one]).value(nodeCounts[one]).value(nodeDurations[one]);
            } else {
                count += nodeCounts[one];
                duration += nodeDurations[one];
            }
        }
        if (count > 0) {
            json.value(-1).value(count).value(duration);
        }
        json.endArray();
    }
}

package weave.recording;

import java.util.Arrays;

/** A list of numbers. */
final class Numbers {
    private long[] all = new long[16];
    private int size;

    void add(long number) {
        if (size == all.length) {
            all = Arrays.copyOf(all, size * 2);
        }
        all[size++] = number;
    }

    long get(int index) {
        return all[index];
    }

    void set(int index, long number) {
        all[index] = number;
    }

    int size() {
        return size;
    }

    long[] toArray() {
        return Arrays.copyOf(all, size);
    }
}

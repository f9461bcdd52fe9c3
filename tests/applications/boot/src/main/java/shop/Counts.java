package shop;

import java.util.TreeMap;

/**
 * What the application does, counted by the application itself: the same as the events that a recording of the woven application
 * has, by probe, type and text.
 */
public final class Counts {
    private static final TreeMap<String, Long> COUNTS = new TreeMap<>();

    private Counts() {}

    public static void add(String probe, String type, String text) {
        add(probe, type, text, 1);
    }

    public static void add(String probe, String type, String text, long times) {
        synchronized (COUNTS) {
            COUNTS.merge(probe + '\t' + type + '\t' + text, times, Long::sum);
        }
    }

    /** Prints a line for each probe, type and text. */
    public static void print() {
        synchronized (COUNTS) {
            COUNTS.forEach((key, times) -> System.out.println("COUNT\t" + key + '\t' + times));
            System.out.flush();
        }
    }
}

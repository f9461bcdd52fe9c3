package weave.recording;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * The events of a probe that are kept: the longest of each text, those with exceptions, and an even sample of all. Which ones does not depend on
 * the run.
 */
final class Kept {
    /** The longest of each text. */
    private static final int LONGEST = 3;
    static final Comparator<Event> BY_TIME = Comparator.comparingLong((Event event) -> event.time).thenComparingLong(event -> event.duration)
            .thenComparing(event -> event.text).thenComparingLong(event -> event.id);

    private final int most;
    private final List<Event> failed = new ArrayList<>();
    private final List<Event> sample = new ArrayList<>();
    private final Random random = new Random(13);
    long seen;

    Kept(int most) {
        this.most = most;
    }

    /** Takes an event if it is worth it; it is made only then. */
    void add(Row row, long duration, boolean isException, Supplier<Event> make) {
        seen++;
        Event event = null;
        if (row.text != Table.REST) {
            int place = place(row, duration);
            if (place >= 0) {
                event = make.get();
                row.longest[place] = event;
            }
        }
        if (isException && failed.size() < most) {
            event = event == null ? make.get() : event;
            failed.add(event);
        }
        if (sample.size() < most) {
            sample.add(event == null ? make.get() : event);
        } else if (most > 0) {
            long other = Math.floorMod(random.nextLong(), seen);
            if (other < most) {
                sample.set((int) other, event == null ? make.get() : event);
            }
        }
    }

    /** Where it goes among the longest of its text; -1 if it is none of them. */
    private static int place(Row row, long duration) {
        if (row.longest == null) {
            row.longest = new Event[1];
            return 0;
        }
        int shortest = 0;
        for (int i = 0; i < row.longest.length; i++) {
            if (row.longest[i] == null) {
                return i;
            }
            if (row.longest[i].duration < row.longest[shortest].duration) {
                shortest = i;
            }
        }
        if (row.longest.length < LONGEST) {
            row.longest = Arrays.copyOf(row.longest, LONGEST);
            return row.longest.length - 2;
        }
        return duration > row.longest[shortest].duration ? shortest : -1;
    }

    /** At most so many of them, by time: a quarter for those with exceptions, as much as a half for the longest, the rest is the sample. */
    List<Event> chosen(List<Row> rows, int limit) {
        List<Event> chosen = new ArrayList<>();
        if (seen <= limit && sample.size() == seen) {
            limit = (int) seen;
        }
        mark(failed, Event.EXCEPTION, limit / 4, chosen);
        for (int of = 0; of < LONGEST; of++) {
            for (Row row : rows) {
                Event event = longest(row, of);
                if (event != null) {
                    mark(List.of(event), Event.LONGEST, limit * 3 / 4 - chosen.size(), chosen);
                }
            }
        }
        mark(sample, Event.SAMPLE, limit - chosen.size(), chosen);
        chosen.sort(BY_TIME);
        return chosen;
    }

    private static Event longest(Row row, int of) {
        if (row.longest == null) {
            return null;
        }
        Event[] all = Arrays.stream(row.longest).filter(one -> one != null).toArray(Event[]::new);
        Arrays.sort(all, Comparator.comparingLong((Event event) -> -event.duration).thenComparing(BY_TIME));
        return of < all.length ? all[of] : null;
    }

    private static void mark(List<Event> from, int why, int room, List<Event> chosen) {
        int left = room;
        for (Event event : from) {
            boolean isNew = event.why == 0;
            if (isNew && left <= 0) {
                continue;
            }
            event.why |= why;
            if (isNew) {
                chosen.add(event);
                left--;
            }
        }
    }
}

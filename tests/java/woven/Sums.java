import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Totals, woven: probes without single events. */
final class Sums {
    private static List<String> sums(List<RecordedEvent> events) {
        List<String> sums = new ArrayList<>();
        for (RecordedEvent event : events) {
            Check.equal("weave.sums.Totals", event.getEventType().getName());
            sums.add(event.getString("name") + " " + event.getLong("count") + " " + event.getLong("exceptions"));
        }
        Collections.sort(sums);
        return sums;
    }

    static void thereAreTotalsAndNoSingleEvents() {
        Tape tape = Tape.start();
        for (int i = 0; i < 10; i++) {
            Subject.sum("a", () -> Thread.sleep(2));
        }
        Subject.sum("b", () -> Subject.sum("not reentrant", Subject::nothing));
        Subject.sum("c", () -> Subject.sumWithoutExceptions("renamed", Subject::nothing));
        List<RecordedEvent> events = tape.stop();
        Check.equal(Arrays.asList("a 10 0", "b 1 0", "renamed 1 0"), sums(events));
        RecordedEvent a = events.stream().filter(event -> event.getString("name").equals("a")).findFirst().get();
        Check.that(a.getDuration("totalDuration").toMillis() >= 20, a);
        Check.that(a.getDuration("totalDuration").toMillis() < 5000, a);
    }

    static void exceptionsAreCountedAsTheInterceptionSays() {
        Tape tape = Tape.start();
        Subject.sum("a", Subject::nothing);
        Shown.thrown(() -> Subject.sum("a", Subject::fail));
        Shown.thrown(() -> Subject.sumWithoutExceptions("b", Subject::fail));
        Check.equal(Arrays.asList("a 2 1"), sums(tape.stop()));
    }

    static void eachRecordingHasItsOwn() {
        Subject.sum("before", Subject::nothing);
        Tape first = Tape.start();
        Subject.sum("a", Subject::nothing);
        Check.equal(Arrays.asList("a 1 0"), sums(first.stop()));
        Tape second = Tape.start();
        Subject.sum("b", Subject::nothing);
        Check.equal(Arrays.asList("b 1 0"), sums(second.stop()));
        Tape third = Tape.start("weave.sums.Totals#enabled", "false");
        Subject.sum("c", Subject::nothing);
        Check.equal(Collections.emptyList(), sums(third.stop()));
    }

    static void noneIsLostBetweenThreadsAndChunks() throws Exception {
        Tape tape = Tape.start("weave.sums.Totals#period", "10 ms");
        Tape whole = Tape.start();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 20_000; n++) {
                    Subject.sum("a", Subject::nothing);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Thread.sleep(50);
        tape.recording.close();
        long count = 0;
        for (RecordedEvent event : whole.stop()) {
            count += event.getLong("count");
        }
        Check.equal(80_000L, count);
    }

    static void namesAreBounded() {
        Tape tape = Tape.start();
        for (int i = 0; i < 10_000; i++) {
            Subject.sum("name " + i, Subject::nothing);
        }
        List<RecordedEvent> events = tape.stop();
        Check.that(events.size() <= 4200, events.size());
        long count = 0;
        for (RecordedEvent event : events) {
            count += event.getLong("count");
        }
        Check.equal(10_000L, count);
    }
}

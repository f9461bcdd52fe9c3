import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Thread states, woven. */
final class States {
    static void theBalanceSurvivesRecordingsThatStartAndStop() {
        Tape[] tape = new Tape[1];
        Pointed.blocked(() -> {
            tape[0] = Tape.start();
            Pointed.waiting(Subject::nothing);
        });
        Check.equal(Collections.emptyList(), tape[0].stop());
        Tape stopped = Tape.start();
        Pointed.blocked(() -> Check.equal(Collections.emptyList(), stopped.stop()));
        Tape last = Tape.start();
        Pointed.netIo(Subject::nothing);
        Check.equal("ThreadState NETIO", Shown.of(last.only()));
    }

    static void afterTheOutermostOneIsLeftTheNextIsRecorded() {
        Tape tape = Tape.start();
        Pointed.blocked(() -> Pointed.waiting(Subject::nothing));
        Pointed.waiting(Subject::nothing);
        Shown.thrown(() -> Pointed.netIo(() -> Pointed.waiting(Subject::fail)));
        Pointed.runnable(Subject::nothing);
        Check.equal(Arrays.asList("ThreadState BLOCKED", "ThreadState WAITING", "ThreadState NETIO", "ThreadState RUNNABLE"), Shown.all(tape.stop()));
    }

    static void theyAreThoseOfOneThread() {
        Tape tape = Tape.start();
        Pointed.blocked(() -> {
            Thread other = new Thread(() -> Pointed.waiting(() -> Pointed.runnable(Subject::nothing)), "other");
            other.start();
            other.join();
        });
        List<RecordedEvent> events = tape.stop();
        Check.equal(Arrays.asList("ThreadState WAITING", "ThreadState BLOCKED"), Shown.all(events));
        Check.equal("other", events.get(0).getThread().getJavaName());
        Check.equal(Thread.currentThread().getName(), events.get(1).getThread().getJavaName());
    }
}

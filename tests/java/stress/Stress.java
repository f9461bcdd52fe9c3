import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;

/**
 * Many threads make the calls of {@link Round} while a recording runs; then {@link Events} checks every event of it.
 *
 * <pre>java Stress RECORDING.jfr EVENTS PLATFORM_THREADS VIRTUAL_THREADS COROUTINES</pre>
 *
 * Three equal runs are made in one recording, each with a third of the events or a few more, to see that the heap does not grow. Virtual threads sleep
 * inside woven methods, so that they go on with another carrier. The segments of a coroutine are run by whichever platform thread
 * is free.
 */
public final class Stress {
    /** By how much the heap may grow from one run to the next, in bytes: what the JDK itself keeps varies by about as much. */
    private static final long TOLERANCE = 1 << 20;

    /** The first one warms up what the JDK keeps for many threads. */
    private static final int RUNS = 3;

    private final int platform;
    private final int virtual;
    /** By number of the thread in all runs: its rounds, and who ran it. Virtual ones come after all platform ones of a run. */
    private final int[] rounds;
    private final long[] ran;
    /** By coroutine and segment: who ran it. */
    private final long[][] resumed;
    private final CountDownLatch recorded = new CountDownLatch(1);
    private final AtomicInteger moved = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private Stress(int events, int platform, int virtual, int coroutines) {
        this.platform = platform;
        this.virtual = virtual;
        int threads = platform + virtual;
        this.ran = new long[RUNS * threads];
        this.rounds = new int[RUNS * threads];
        // With virtual threads, half of the events are theirs.
        int each = events / RUNS / Round.EVENTS / (virtual == 0 ? 1 : 2);
        for (int i = 0; i < rounds.length; i++) {
            int sharing = i % threads < platform ? platform : virtual;
            rounds[i] = (each + sharing) / sharing;
        }
        this.resumed = new long[RUNS * coroutines][Subject.Coroutine.SEGMENTS];
    }

    private void run(int number) throws Exception {
        List<Thread> threads = new ArrayList<>();
        Queue<Runnable> segments = new ConcurrentLinkedQueue<>();
        AtomicInteger left = new AtomicInteger(resumed.length / RUNS);
        for (int i = 0; i < resumed.length / RUNS; i++) {
            int coroutine = number * (resumed.length / RUNS) + i;
            Subject.Coroutine made = new Subject.Coroutine("co " + coroutine);
            segments.add(new Runnable() {
                @Override
                public void run() {
                    resumed[coroutine][made.label()] = Thread.currentThread().getId();
                    if (made.resume(() -> Subject.outer("of a coroutine", () -> {}))) {
                        segments.add(this);
                    } else {
                        left.decrementAndGet();
                    }
                }
            });
        }
        int first = number * (platform + virtual);
        CountDownLatch done = new CountDownLatch(platform);
        for (int i = 0; i < platform; i++) {
            int id = first + i;
            // JDK 17 does not name the thread of all events of one that has ended, where a chunk of the recording ends soon after.
            Thread thread = new Thread(() -> stays(done, () -> guarded(id, () -> {
                for (int round = 0; round < rounds[id]; round++) {
                    Round.run(id, round, () -> {});
                    Runnable segment = segments.poll();
                    if (segment != null) {
                        segment.run();
                    }
                }
                while (left.get() > 0) {
                    Runnable segment = segments.poll();
                    if (segment != null) {
                        segment.run();
                    } else {
                        Thread.yield();
                    }
                }
            })));
            thread.setDaemon(true);
            thread.start();
        }
        for (int i = 0; i < virtual; i++) {
            int id = first + platform + i;
            threads.add(startVirtual(() -> guarded(id, () -> {
                for (int round = 0; round < rounds[id]; round++) {
                    Round.run(id, round, this::park);
                }
            })));
        }
        done.await();
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread has failed", failure.get());
        }
    }

    /** The thread stays until the recording has ended. */
    private void stays(CountDownLatch done, Runnable body) {
        body.run();
        done.countDown();
        try {
            recorded.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void guarded(int id, Runnable body) {
        try {
            ran[id] = Thread.currentThread().getId();
            body.run();
            checkEmpty();
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
        }
    }

    private static Thread startVirtual(Runnable body) throws ReflectiveOperationException {
        return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
    }

    private void park() {
        String before = Thread.currentThread().toString();
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (!Thread.currentThread().toString().equals(before)) {
            moved.incrementAndGet();
        }
    }

    /** The runtime keeps nothing of this thread. */
    private static void checkEmpty() throws ReflectiveOperationException {
        Class<?> type = Class.forName("weave.runtime.PerThread");
        Method current = type.getDeclaredMethod("current");
        current.setAccessible(true);
        Object state = current.invoke(null);
        for (String field : new String[] {"top", "handled"}) {
            isEmpty(state, field, get(state, type, field));
        }
        for (String field : new String[] {"stateDepth", "busy"}) {
            isEmpty(state, field, get(state, field.equals("busy") ? type.getSuperclass() : type, field).equals(0) ? null : "not 0");
        }
        for (Object slot : (Object[]) get(state, type, "slots")) {
            if (slot != null) {
                isEmpty(state, "top", get(slot, slot.getClass(), "top"));
            }
        }
    }

    private static Object get(Object of, Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    private static void isEmpty(Object state, String field, Object value) {
        if (value != null) {
            throw new AssertionError(state + " of " + Thread.currentThread() + " has a " + field + ": " + value);
        }
    }

    /** What the runtime counts of what went wrong: nothing. */
    private static void checkCounters() throws ReflectiveOperationException {
        Class<?> counters = Class.forName("weave.runtime.Counters");
        for (String counter : new String[] {"FAILURES", "TEXTS", "LOST"}) {
            Object count = get(null, counters, counter);
            if (((Number) count).longValue() != 0) {
                throw new AssertionError(counter + ": " + count);
            }
        }
    }

    /** The control objects that the runtime knows: it forgets those that the collector has taken when it is asked for others. */
    private static int known() throws ReflectiveOperationException {
        int known = 0;
        for (Object probe : ((Map<?, ?>) get(null, Class.forName("weave.runtime.Probes"), "PROBES")).values()) {
            Object objects = get(probe, probe.getClass(), "controlObjects");
            if (objects != null) {
                Method size = objects.getClass().getDeclaredMethod("size");
                size.setAccessible(true);
                known += (Integer) size.invoke(objects);
            }
        }
        return known;
    }

    /** Bytes in use when the collector has taken all that it can, which must be all control objects. */
    private static long used() throws Exception {
        for (int i = 0; known() > 0; i++) {
            if (i == 100) {
                throw new AssertionError(known() + " control objects are left");
            }
            System.gc();
            Thread.sleep(100);
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(100);
            least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        Stress stress = new Stress(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
        long growth;
        try (Recording recording = new Recording()) {
            recording.setToDisk(true);
            recording.setDestination(file);
            recording.enable("jdk.DataLoss");
            recording.start();
            stress.run(0);
            stress.run(1);
            long before = used();
            stress.run(2);
            growth = used() - before;
            recording.stop();
        }
        stress.recorded.countDown();
        checkCounters();
        Events events = new Events(stress.rounds, stress.ran, stress.resumed);
        events.check(file);
        System.out.println(RUNS * stress.platform + " platform threads, " + RUNS * stress.virtual + " virtual ones (" + stress.moved + " changes of the carrier inside woven calls), "
                + stress.resumed.length + " coroutines (" + events.movedCoroutines() + " on several threads)");
        System.out.println(events.checked() + " events in " + events.chunks() + " chunks as expected, none lost; heap: " + growth + " bytes more after the last run than before");
        if (growth > TOLERANCE) {
            throw new AssertionError("the heap has grown by " + growth + " bytes");
        }
        if (stress.virtual > 0 && stress.moved.get() == 0) {
            throw new AssertionError("no virtual thread has changed its carrier");
        }
    }
}

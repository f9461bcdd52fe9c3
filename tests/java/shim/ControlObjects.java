import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import weave.runtime.Shim;

/** Opening, closing and using control objects. */
final class ControlObjects {
    private static final Object JDBC = Bound.JDBC;

    /** Equal to all others of its kind, and unable to say its hash code. */
    static final class Pooled {
        @Override
        public boolean equals(Object other) {
            return other instanceof Pooled;
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("asked for its hash code");
        }
    }

    private static List<String> shown(List<RecordedEvent> events) {
        List<String> shown = new ArrayList<>();
        for (RecordedEvent event : events) {
            if (event.hasField("action")) {
                shown.add(event.getString("action") + " " + event.getString("name") + " " + Tape.className(event, "type"));
            }
        }
        return shown;
    }

    private static long idOf(Object object) {
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "use", null, object, Woven::nothing);
        return tape.only().getLong("controlObject");
    }

    static void openAndCloseAreEvents() {
        Pooled a = new Pooled();
        Pooled b = new Pooled();
        Tape tape = Tape.start();
        Shim.openControlObject(JDBC, a, "a");
        Shim.openControlObject(JDBC, b, "b");
        Woven.call(JDBC, 1, 0, "x", null, b, Woven::nothing);
        Shim.closeControlObject(JDBC, a);
        List<RecordedEvent> events = tape.stop();
        Check.equal(Arrays.asList("OPEN a ControlObjects$Pooled", "OPEN b ControlObjects$Pooled", "CLOSE a ControlObjects$Pooled"), shown(events));
        Check.equal("weave.jdbc.ControlObject", events.get(0).getEventType().getName());
        Check.equal(events.get(1).getLong("controlObject"), events.get(2).getLong("controlObject"));
        Check.equal(events.get(0).getLong("controlObject"), events.get(3).getLong("controlObject"));
        Check.that(events.get(0).getLong("controlObject") != events.get(1).getLong("controlObject"), "one number for two");
        Check.equal(null, events.get(0).getStackTrace());
    }

    static void oneOpenedBeforeRecordingKeepsItsName() {
        Object object = new Object();
        Shim.openControlObject(JDBC, object, "early");
        long id = idOf(object);
        Check.that(id > 0, id);
        Check.equal(id, idOf(object));
        Tape tape = Tape.start();
        Shim.closeControlObject(JDBC, object);
        RecordedEvent event = tape.only();
        Check.equal("early", event.getString("name"));
        Check.equal(id, event.getLong("controlObject"));
    }

    static void closingWhatIsNotOpenDoesNothing() {
        Object object = new Object();
        Tape tape = Tape.start();
        Shim.closeControlObject(JDBC, object);
        Shim.closeControlObject(JDBC, null);
        Shim.openControlObject(JDBC, null, "null");
        Shim.openControlObject(JDBC, object, "object");
        Shim.closeControlObject(JDBC, object);
        Shim.closeControlObject(JDBC, object);
        Check.equal(Arrays.asList("OPEN object java.lang.Object", "CLOSE object java.lang.Object"), shown(tape.stop()));
    }

    static void oneKnownByUseOnlyHasANumberAndNoOpenEvent() {
        Object object = new Object();
        Tape tape = Tape.start();
        Woven.call(JDBC, 1, 0, "use", null, object, Woven::nothing);
        Woven.call(JDBC, 1, 0, "use", null, object, Woven::nothing);
        Shim.closeControlObject(JDBC, object);
        List<RecordedEvent> events = tape.stop();
        Check.equal(Arrays.asList("CLOSE null java.lang.Object"), shown(events));
        long id = events.get(0).getLong("controlObject");
        Check.that(id > 0, id);
        Check.equal(id, events.get(1).getLong("controlObject"));
        Check.equal(id, events.get(2).getLong("controlObject"));
    }

    static void oneThatIsOpenedAgainKeepsItsNumber() {
        Object object = new Object();
        Tape tape = Tape.start();
        Shim.openControlObject(JDBC, object, "first");
        Shim.closeControlObject(JDBC, object);
        Shim.openControlObject(JDBC, object, "second");
        List<RecordedEvent> events = tape.stop();
        Check.equal(Arrays.asList("OPEN first java.lang.Object", "CLOSE first java.lang.Object", "OPEN second java.lang.Object"), shown(events));
        Check.equal(events.get(0).getLong("controlObject"), events.get(2).getLong("controlObject"));
    }

    static void numbersAreNeverUsedTwiceAndDeadObjectsAreForgotten() throws Exception {
        java.util.Set<Long> ids = new java.util.HashSet<>();
        Tape tape = Tape.start();
        for (int i = 0; i < 20000; i++) {
            Shim.openControlObject(JDBC, new Object(), "x");
            if (i % 5000 == 0) {
                System.gc();
            }
        }
        for (RecordedEvent event : tape.stop()) {
            Check.that(ids.add(event.getLong("controlObject")), "used twice");
        }
        Check.equal(20000, ids.size());
        forgets("controlObjects");
    }

    static void labelsAreForgottenWithTheirObjects() throws Exception {
        for (int i = 0; i < 20000; i++) {
            Shim.label(JDBC, new Pooled(), "x");
        }
        Object kept = new Pooled();
        Shim.label(JDBC, kept, "kept");
        forgets("labels");
        Check.equal("kept", Shim.labelOf(JDBC, kept));
        Check.equal("ControlObjects$Pooled", Shim.labelOf(JDBC, new Pooled()));
    }

    /** Waits until a registry of the probe has let go of dead objects. */
    private static void forgets(String registry) throws Exception {
        System.gc();
        long deadline = System.nanoTime() + 10_000_000_000L;
        int size = size(registry);
        while (size > 1000 && System.nanoTime() < deadline) {
            System.gc();
            Thread.sleep(20);
            size = size(registry);
        }
        Check.that(size <= 1000, size);
    }

    private static int size(String name) throws Exception {
        java.lang.reflect.Field probe = JDBC.getClass().getDeclaredField("probe");
        probe.setAccessible(true);
        java.lang.reflect.Field objects = probe.get(JDBC).getClass().getDeclaredField(name);
        objects.setAccessible(true);
        Object registry = objects.get(probe.get(JDBC));
        java.lang.reflect.Method size = registry.getClass().getDeclaredMethod("size");
        size.setAccessible(true);
        return (Integer) size.invoke(registry);
    }

    static void aProbeWithoutThemIgnoresThem() {
        Tape tape = Tape.start();
        Shim.openControlObject(Bound.HTTP, "x", "x");
        Woven.call(Bound.HTTP, 1, 0, "use", null, "x", Woven::nothing);
        Shim.closeControlObject(Bound.HTTP, "x");
        Check.equal(0L, tape.only().getLong("controlObject"));
    }

    static void theirEventsCanBeOffAlone() {
        Tape tape = Tape.start("weave.jdbc.ControlObject#enabled", "false");
        Object object = new Object();
        Shim.openControlObject(JDBC, object, "x");
        Woven.call(JDBC, 1, 0, "use", null, object, Woven::nothing);
        Check.that(tape.only().getLong("controlObject") > 0, "a number");
    }

    static void theSameFromManyThreads() throws Exception {
        Object[] objects = new Object[100];
        Arrays.setAll(objects, i -> new Object());
        Tape tape = Tape.start();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (Object object : objects) {
                    Woven.call(JDBC, 1, 0, "use", null, object, Woven::nothing);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        java.util.Set<Long> ids = new java.util.HashSet<>();
        List<RecordedEvent> events = tape.stop();
        for (RecordedEvent event : events) {
            ids.add(event.getLong("controlObject"));
        }
        Check.equal(400, events.size());
        Check.equal(100, ids.size());
    }
}

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import weave.runtime.Shim;

/** How probes follow recordings. Each method needs a JVM of its own. */
final class Lifecycle {
    private static Object bind(String key, String options) {
        return Shim.bind(1, key, "gen." + Character.toUpperCase(key.charAt(0)) + key.substring(1) + "Events", options, Lifecycle.class);
    }

    private static boolean isLoaded(String name) throws Exception {
        Method find = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
        find.setAccessible(true);
        return find.invoke(Lifecycle.class.getClassLoader(), name) != null;
    }

    private static List<String> listed() {
        List<String> names = new ArrayList<>();
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (type.getName().startsWith("weave.")) {
                names.add(type.getName());
            }
        }
        Collections.sort(names);
        return names;
    }

    static void eventTypesAreLoadedByTheFirstRecordingAndNotRetransformed() throws Exception {
        Object jdbc = bind("jdbc", "control-objects");
        Object http = bind("http", "");
        Woven.call(jdbc, 1, 0, "x", Woven::nothing);
        Shim.exitState(Shim.enterState(jdbc, 1));
        Shim.openControlObject(jdbc, "x", "x");
        Check.that(!Shim.recording(jdbc) && Shim.active(jdbc), "before");
        for (String name : new String[] {"gen.JdbcEvents", "gen.JdbcPayload", "weave.runtime.jfr.PayloadEvent", "weave.runtime.jfr.ChunkEnd", "weave.runtime.jfr.ThreadStateEvent"}) {
            Check.that(!isLoaded(name), name + " is loaded early");
        }
        Recording recording = new Recording();
        Check.that(!Shim.recording(jdbc), "not started");
        recording.enable("jdk.ClassRedefinition");
        recording.enable("jdk.RetransformClasses");
        recording.start();
        Check.that(Shim.recording(jdbc) && Shim.recording(http), "started");
        Check.equal(Arrays.asList("weave.ChunkEnd", "weave.http.Payload", "weave.jdbc.ControlObject", "weave.jdbc.Payload"), listed());
        Shim.exitState(Shim.enterState(jdbc, 1));
        Woven.call(jdbc, 1, 0, "x", Woven::nothing);
        recording.stop();
        Check.that(!Shim.recording(jdbc) && !Shim.recording(http), "stopped");
        Path file = java.nio.file.Files.createTempFile("shim", ".jfr");
        recording.dump(file);
        List<String> found = new ArrayList<>();
        for (RecordedEvent event : jdk.jfr.consumer.RecordingFile.readAllEvents(file)) {
            String name = event.getEventType().getName();
            if (name.equals("jdk.ClassRedefinition")) {
                String redefined = Tape.className(event, "redefinedClass");
                Check.that(redefined.startsWith("java.") || redefined.startsWith("sun.") || redefined.startsWith("jdk."), redefined);
            }
            if (name.startsWith("weave.")) {
                found.add(name);
            }
        }
        java.nio.file.Files.delete(file);
        Collections.sort(found);
        Check.equal(Arrays.asList("weave.ThreadState", "weave.jdbc.ControlObject", "weave.jdbc.Payload"), found);
    }

    static void aRecordingOlderThanTheShimIsSeen() {
        Tape tape = Tape.start();
        Object jdbc = bind("jdbc", "");
        Check.that(Shim.recording(jdbc), "recording");
        Woven.call(jdbc, 1, 0, "x", Woven::nothing);
        Check.equal(Arrays.asList("x"), tape.payloads());
        Check.that(!Shim.recording(jdbc), "stopped");
    }

    static void aRecordingFromTheCommandLineIsSeen() {
        Object jdbc = bind("jdbc", "");
        Check.that(Shim.recording(jdbc), "recording");
        Check.equal(1, FlightRecorder.getFlightRecorder().getRecordings().size());
        FlightRecorder.getFlightRecorder().getRecordings().get(0).close();
        Check.that(!Shim.recording(jdbc), "closed");
    }

    static void aProbeBoundWhileARecordingRunsRecordsAtOnce() {
        Object jdbc = bind("jdbc", "");
        Tape tape = Tape.start();
        Object http = bind("http", "thread-states");
        Check.that(Shim.recording(http), "recording");
        Woven.call(http, 1, 0, "x", Woven::nothing);
        Check.equal(Arrays.asList("weave.ThreadState", "weave.http.Payload", "weave.jdbc.ControlObject", "weave.jdbc.Payload"), listed());
        Check.equal(Arrays.asList("x"), tape.payloads());
        Check.that(!Shim.recording(http) && !Shim.recording(jdbc), "stopped");
    }

    static void eagerProbesAreListedBeforeAnyRecording() {
        Object jdbc = bind("jdbc", "control-objects,eager");
        bind("http", "");
        Check.that(!Shim.recording(jdbc), "no recording");
        Check.equal(Arrays.asList("weave.jdbc.ControlObject", "weave.jdbc.Payload"), listed());
        Tape tape = Tape.start();
        Woven.call(jdbc, 1, 0, "x", Woven::nothing);
        Check.equal(Arrays.asList("x"), tape.payloads());
    }

    static void theFlagFollowsSeveralRecordings() throws Exception {
        Object jdbc = bind("jdbc", "");
        Recording first = new Recording();
        Recording second = new Recording();
        first.start();
        second.start();
        first.stop();
        Check.that(Shim.recording(jdbc), "the second one runs");
        second.close();
        Check.that(!Shim.recording(jdbc), "none runs");
        first.close();
        Recording third = new Recording();
        third.setDuration(Duration.ofMillis(300));
        third.start();
        Check.that(Shim.recording(jdbc), "the third one runs");
        waitFor(() -> !Shim.recording(jdbc));
        third.close();
        Recording later = new Recording();
        later.scheduleStart(Duration.ofMillis(300));
        Check.that(!Shim.recording(jdbc), "only scheduled");
        waitFor(() -> Shim.recording(jdbc));
        later.close();
        Check.that(!Shim.recording(jdbc), "none runs any more");
    }

    private static void waitFor(java.util.function.BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            Check.that(System.nanoTime() < deadline, "not in time");
            Thread.sleep(10);
        }
    }

    static void settingsByNameReachTypesThatAreLoadedLater() {
        Tape tape = Tape.start("weave.jdbc.Payload#threshold", "1 h", "weave.http.Payload#stackTrace", "false");
        Object jdbc = bind("jdbc", "");
        Object http = bind("http", "");
        Woven.call(jdbc, 1, 0, "x", Woven::nothing);
        Woven.call(http, 1, 0, "y", Woven::nothing);
        RecordedEvent event = tape.only();
        Check.equal("y", event.getString("payload"));
        Check.equal(null, event.getStackTrace());
    }

    static void aProbeWhoseTypesCannotBeLoadedIsOffAlone() {
        Object broken = bind("broken", "");
        Object missing = Shim.bind(1, "missing", "gen.NoSuchEvents", "", Lifecycle.class);
        Object jdbc = bind("jdbc", "");
        Tape tape = Tape.start();
        Check.that(!Shim.recording(broken) && !Shim.recording(missing) && Shim.recording(jdbc), "recording");
        Check.that(Shim.active(broken) && Shim.plain(broken, 1) != null, "plain interceptions run");
        Woven.call(broken, 1, 0, "x", Woven::nothing);
        Woven.call(jdbc, 1, 0, "x", Woven::nothing);
        Check.equal(Arrays.asList("x"), tape.payloads());
        Tape again = Tape.start();
        Check.that(!Shim.recording(broken), "still off");
        again.stop();
    }

    static void aProbeThatFailsIsSwitchedOff() {
        Object failing = bind("failing", "");
        Object jdbc = bind("jdbc", "");
        Tape tape = Tape.start();
        Check.that(Shim.recording(failing), "before");
        Woven.call(failing, 1, 0, "x", Woven::nothing);
        Check.that(!Shim.recording(failing), "after");
        Check.equal(null, Shim.enter(failing, 1, 0, "Woven", "call"));
        Woven.call(jdbc, 1, 0, "y", Woven::nothing);
        Object second = Shim.bind(1, "failing", "gen.FailingEvents", "", Lifecycle.class);
        Check.that(!Shim.recording(second), "for later bindings too");
        Check.equal(Arrays.asList("y"), tape.payloads());
    }

    static void newerCallsAreRefused() {
        Check.equal(null, Shim.bind(Shim.CALLS + 1, "jdbc", "gen.JdbcEvents", "", Lifecycle.class));
        Check.equal(null, Shim.bind(Shim.CALLS + 7, "http", "gen.HttpEvents", "", Lifecycle.class));
        Check.that(Shim.bind(0, "jdbc", "gen.JdbcEvents", "", Lifecycle.class) != null, "older calls are served");
    }

    static void callsOfAnEarlierNumberAreServed() {
        Object old = Shim.bind(1, "old", "gen.OldEvents", "", Lifecycle.class);
        Tape tape = Tape.start();
        Object returning = Shim.enter(old, 1, Shim.CALL_SITE, "Lifecycle", "a");
        Shim.name(returning, "returns", null);
        Object throwing = Shim.enter(old, 2, Shim.OWN_EVENT | Shim.EXCEPTION_PAYLOADS | Shim.CALL_SITE, "Lifecycle", "b");
        Shim.name(throwing, "throws", null);
        Shim.fail(throwing, new IllegalStateException("bad"));
        Shim.exit(returning);
        List<RecordedEvent> events = tape.stop();
        Check.equal(2, events.size());
        Check.equal("throws java.lang.IllegalStateException: bad", events.get(0).getString("payload") + " " + events.get(0).getString("exception"));
        Check.equal("returns", events.get(1).getString("payload"));
    }

    static void bindingsGoAwayWithTheirLoader() throws Exception {
        Tape tape = Tape.start();
        bind("jdbc", "");
        WeakReference<ClassLoader> loader = new WeakReference<>(useAndDrop());
        waitFor(() -> {
            System.gc();
            return loader.get() == null;
        });
        Check.equal(Arrays.asList("x"), tape.payloads());
    }

    private static ClassLoader useAndDrop() throws Exception {
        URL classes = Lifecycle.class.getProtectionDomain().getCodeSource().getLocation();
        URLClassLoader loader = new URLClassLoader(new URL[] {classes}, Lifecycle.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.equals("Lifecycle$Application")) {
                    Class<?> loaded = findLoadedClass(name);
                    return loaded == null ? findClass(name) : loaded;
                }
                return super.loadClass(name, resolve);
            }
        };
        Class<?> application = loader.loadClass("Lifecycle$Application");
        Check.that(application.getClassLoader() == loader, "its own loader");
        application.getDeclaredMethod("run").invoke(null);
        return loader;
    }

    /** A woven class of an application that is unloaded. */
    public static final class Application {
        private static final Object JDBC = Shim.bind(1, "jdbc", "gen.JdbcEvents", "", Application.class);

        public static void run() {
            Object token = Shim.enter(JDBC, 1, 0, "Lifecycle$Application", "run");
            Shim.name(token, "x", null);
            ((jdk.jfr.Event) Shim.returned(token)).commit();
        }
    }

    static void anotherCopyInUseIsReported() throws Exception {
        bind("jdbc", "");
        URL shim = Shim.class.getProtectionDomain().getCodeSource().getLocation();
        Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[] {shim}, null));
        Tape.start().stop();
        Tape.start().stop();
    }

    static void onlyOneCopyIsNoNews() {
        bind("jdbc", "");
        Tape.start().stop();
    }

    /** Recordings, bindings and calls in many threads: nothing hangs, and in the end the flags are right. */
    static void everythingAtOnce() throws Exception {
        Object jdbc = bind("jdbc", "control-objects");
        AtomicBoolean stop = new AtomicBoolean();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(new Thread(() -> {
                while (!stop.get()) {
                    Recording recording = new Recording();
                    recording.start();
                    if (!Shim.recording(jdbc)) {
                        failures.add(new AssertionError("off after start"));
                    }
                    recording.close();
                }
            }));
        }
        for (int i = 0; i < 2; i++) {
            threads.add(new Thread(() -> {
                Object[] keys = {"http", "slow", "off", "quiet"};
                for (int n = 0; !stop.get(); n++) {
                    Object probe = bind((String) keys[n % keys.length], "");
                    Woven.call(probe, 1, 0, "x", () -> Woven.call(jdbc, 1, 0, "y", Woven::nothing));
                    Shim.exitState(Shim.enterState(jdbc, 1));
                    Shim.openControlObject(jdbc, new Object(), "z");
                    if (n % 100 == 0) {
                        System.gc();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        Thread.sleep(1500);
        stop.set(true);
        for (Thread thread : threads) {
            thread.join(20000);
            Check.that(!thread.isAlive(), Arrays.asList(thread.getStackTrace()));
        }
        Check.equal(Collections.emptyList(), failures);
        Check.that(!Shim.recording(jdbc), "none runs");
        Tape tape = Tape.start();
        Woven.call(jdbc, 1, 0, "after", Woven::nothing);
        Check.equal(Arrays.asList("after"), tape.payloads());
    }

    @SuppressWarnings({"removal", "deprecation"})
    static void aSecurityManagerThatForbidsPropertiesIsEndured() {
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(java.security.Permission permission) {
                if (permission.getName().startsWith("weave.") || permission.getName().startsWith("getenv.WEAVE")) {
                    throw new SecurityException(permission.toString());
                }
            }
        });
        Object jdbc = bind("jdbc", "");
        Tape tape = Tape.start();
        Woven.call(jdbc, 1, 0, "x", Woven::nothing);
        Check.equal(Arrays.asList("x"), tape.payloads());
    }

    static void aSecurityManagerThatForbidsTheRecorderIsEndured() {
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(java.security.Permission permission) {
                if (permission.getName().equals("accessFlightRecorder")) {
                    throw new SecurityException("no recorder");
                }
            }
        });
        Object jdbc = bind("jdbc", "");
        Object http = bind("http", "");
        Check.that(Shim.active(jdbc) && Shim.active(http), "plain interceptions run");
        Woven.call(jdbc, 1, 0, "x", Woven::nothing);
        Woven.call(http, 1, 0, "x", Woven::nothing);
    }

    static void virtualThreadsHaveTheirOwnStack() throws Exception {
        Object jdbc = bind("jdbc", "");
        Tape tape = Tape.start();
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int number = i;
            Runnable body = () -> Woven.call(jdbc, 1, Woven.OWN, "outer " + number, () -> {
                Woven.sleep(1 + number % 3);
                Woven.call(jdbc, 2, Woven.OWN, "inner " + number, () -> Woven.sleep(1));
            });
            threads.add((Thread) start.invoke(null, body));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        java.util.Map<Long, String> names = new java.util.HashMap<>();
        List<RecordedEvent> events = tape.stop();
        for (RecordedEvent event : events) {
            names.put(event.getLong("id"), event.getString("payload"));
            Check.equal(true, event.getThread().<Boolean>getValue("virtual"));
        }
        Check.equal(1000, events.size());
        for (RecordedEvent event : events) {
            String payload = event.getString("payload");
            Check.equal(payload.startsWith("inner") ? payload.replace("inner", "outer") : null, names.get(event.getLong("outer")));
        }
    }
}

package weave.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All probes and bindings, and whether a recording runs.
 *
 * <p>{@code LOCK} guards the lists and the setting of flags, and nothing is called under it: JFR notifies in an order of
 * locks that is its own affair. So what is found out about recordings may be outdated when the lock is taken; each
 * notification raises {@code changes}, and a result is used only if nothing was notified since it was looked up.
 */
final class Probes {
    private static final Object LOCK = new Object();
    private static final HashMap<String, Probe> PROBES = new HashMap<String, Probe>();
    private static final ArrayList<WeakReference<Binding>> BINDINGS = new ArrayList<WeakReference<Binding>>();
    private static final AtomicInteger CHANGES = new AtomicInteger();
    private static final AtomicBoolean LISTENING = new AtomicBoolean();
    private static final CountDownLatch LISTENED = new CountDownLatch(1);
    /** The start of the recorder takes up to half a second on a busy machine. */
    private static final long LONGEST_WAIT = 2000;

    /** Whether there are allocation sites, or the sampler is used: without them it is not even loaded. */
    static volatile boolean hasSites;

    /** The thread that makes the recorder, as long as it does. */
    private static volatile Thread listening;
    private static volatile Recorder recorder;
    private static volatile boolean running;

    private Probes() {}

    static Binding bind(String key, String events, String options, Class<?> anchor) {
        Binding binding;
        synchronized (LOCK) {
            Probe probe = PROBES.get(events);
            if (probe == null) {
                probe = new Probe(key, events, PROBES.size(), objects(options), has(options, "thread-states"), value(options, "types"));
                PROBES.put(events, probe);
            }
            binding = new Binding(probe, anchor == null ? null : anchor.getClassLoader());
            binding.active = !probe.isDead();
            forgetCollected();
            BINDINGS.add(binding.itself);
        }
        if (has(options, "handlers")) {
            Context.initialize();
        }
        listen();
        Recorder known = recorder;
        if (known != null) {
            if (has(options, "eager")) {
                binding.probe.load(known);
            }
            catchUp(binding, known);
        }
        return binding;
    }

    /** Follows the recordings, from the first call on. */
    static void listen() {
        if (LISTENING.compareAndSet(false, true)) {
            listening = Thread.currentThread();
            try {
                if (!Apart.lasts()) {
                    Loaded.all();
                }
                find();
            } finally {
                listening = null;
                LISTENED.countDown();
            }
        } else {
            awaitListening();
        }
    }

    /**
     * Until the first thread here knows whether a recording runs, what other threads call would be lost to it. The wait has an end: they
     * may hold what the first one needs.
     */
    private static void awaitListening() {
        if (LISTENED.getCount() == 0 || listening == Thread.currentThread()) {
            return;
        }
        try {
            LISTENED.await(LONGEST_WAIT, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether a recording is known to run. */
    static boolean isRunning() {
        return running;
    }

    static Recorder recorder() {
        return recorder;
    }

    /** JFR is looked for once. Without it every plain interception works, and nothing is recorded. */
    private static void find() {
        try {
            Class<?> type = Class.forName("weave.runtime.jfr.Jfr", true, Bridge.loader());
            Recorder made = (Recorder) type.getDeclaredConstructor().newInstance();
            recorder = made;
            if (!made.listen()) {
                recorder = null;
                Log.once(Log.ERROR, "jfr", "this JVM has no JDK Flight Recorder, so nothing is recorded");
                return;
            }
            changed(made);
        } catch (Throwable t) {
            recorder = null;
            Log.once(Log.ERROR, "jfr", "JDK Flight Recorder cannot be used, so nothing is recorded: " + t);
        }
    }

    /** Some recording has started, stopped or gone. Called by JFR, in any thread. */
    static void changed(Recorder known) {
        CHANGES.incrementAndGet();
        while (true) {
            int change = CHANGES.get();
            boolean now = known.isRunning();
            if (now) {
                initialize();
                for (Probe probe : probes()) {
                    probe.load(known);
                    probe.readSettings();
                }
                Copies.report();
            }
            synchronized (LOCK) {
                if (change == CHANGES.get()) {
                    running = now;
                    forgetCollected();
                    for (WeakReference<Binding> reference : BINDINGS) {
                        set(reference.get());
                    }
                    break;
                }
            }
        }
        if (running) {
            Unrecorded.end(some());
            for (Probe probe : probes()) {
                probe.poll();
            }
        } else {
            for (Probe probe : probes()) {
                if (probe.controlObjects != null) {
                    probe.controlObjects.recordingsEnd();
                }
            }
        }
        if (hasSites) {
            HeapSampler.changed(known, running);
        }
    }

    /** A class whose initializer runs first near a stack overflow would be lost for good. */
    private static void initialize() {
        Loaded.all();
        PerThread.current();
        Nestings.isPlausible(0, 0);
        Text.cut("", 0);
        Counters.FAILURES.get();
        Log.isOn(Log.DEBUG);
        ThreadStates.isOff();
    }

    /** The same for one binding that has come since. */
    private static void catchUp(Binding binding, Recorder known) {
        while (true) {
            int change = CHANGES.get();
            if (running) {
                binding.probe.load(known);
            }
            synchronized (LOCK) {
                if (change == CHANGES.get()) {
                    set(binding);
                    break;
                }
            }
        }
        if (running) {
            Unrecorded.end(binding.channel == null ? null : binding);
            binding.probe.poll();
        }
    }

    /** The probe has changed its mind about recording. */
    static void apply(Probe probe) {
        synchronized (LOCK) {
            for (WeakReference<Binding> reference : BINDINGS) {
                Binding binding = reference.get();
                if (binding != null && binding.probe == probe) {
                    set(binding);
                }
            }
        }
    }

    private static void set(Binding binding) {
        if (binding != null) {
            binding.channel = running && binding.probe.canRecord() ? binding.probe.channel : null;
            binding.active = !binding.probe.isDead();
        }
    }

    /** What the woven jars hold of a probe. */
    static ArrayList<Binding> bindings(Probe probe) {
        ArrayList<Binding> found = new ArrayList<Binding>();
        synchronized (LOCK) {
            for (WeakReference<Binding> reference : BINDINGS) {
                Binding binding = reference.get();
                if (binding != null && binding.probe == probe) {
                    found.add(binding);
                }
            }
        }
        return found;
    }

    /** A binding that records; null if there is none. */
    private static Binding some() {
        synchronized (LOCK) {
            for (WeakReference<Binding> reference : BINDINGS) {
                Binding binding = reference.get();
                if (binding != null && binding.channel != null) {
                    return binding;
                }
            }
            return null;
        }
    }

    private static Probe[] probes() {
        synchronized (LOCK) {
            return PROBES.values().toArray(new Probe[0]);
        }
    }

    private static void forgetCollected() {
        int kept = 0;
        for (int i = 0; i < BINDINGS.size(); i++) {
            WeakReference<Binding> reference = BINDINGS.get(i);
            if (reference.get() != null) {
                BINDINGS.set(kept++, reference);
            }
        }
        while (BINDINGS.size() > kept) {
            BINDINGS.remove(BINDINGS.size() - 1);
        }
    }

    /** Null unless the probe has control objects. */
    private static ControlObjects objects(String options) {
        return has(options, "control-objects") ? new ControlObjects(has(options, "class-names")) : null;
    }

    /** What stands behind the equals sign of an option; null if it is not there. */
    private static String value(String options, String option) {
        for (String one : options == null ? new String[0] : options.split(",")) {
            if (one.startsWith(option + "=")) {
                return one.substring(option.length() + 1);
            }
        }
        return null;
    }

    private static boolean has(String options, String option) {
        return options != null && ("," + options + ",").contains("," + option + ",");
    }
}

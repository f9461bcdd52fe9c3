package weave.runtime;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Whether the sampler runs, and with which settings.
 *
 * <p>It runs while it is started by {@link HeapSampling}, and, if the rules say so, while a recording has its events on. Only in the
 * first case, or if the recording wants to know of collected objects, it keeps track of objects: that costs more, because HotSpot can no longer
 * remove objects that do not escape.
 */
final class HeapSampler {
    /** Read by compiled loops while it is off. */
    static volatile boolean isOn;
    static volatile boolean isTracking;

    /** Guards the settings. Nothing of an application is called under it. */
    private static final Object LOCK = new Object();
    private static final int DEPTH = 64;
    private static final int REHEARSALS = 20_000;
    private static final AtomicLong IDS = new AtomicLong();
    private static final LongAdder SAMPLES = new LongAdder();

    private static HeapOptions options = new HeapOptions("");
    private static boolean isDeclared;
    /** Started by {@link HeapSampling}. */
    private static boolean isStarted;
    private static boolean hasTracked;
    private static boolean isRecorded;
    private static boolean isRecordedTracking;
    /** What was asked for instead of what the rules say; below zero: nothing was. */
    private static long givenRate = -1;
    private static int givenStorage = -1;
    /** Null until a recording runs, and where there is no recorder. */
    private static volatile HeapEvents events;
    private static HeapTraces traces;

    private HeapSampler() {}

    /** The options of some woven code, of which the first counts. */
    static void declare(String text) {
        HeapOptions declared = new HeapOptions(text);
        boolean starts = declared.start == HeapOptions.JVM;
        synchronized (LOCK) {
            if (!isDeclared) {
                isDeclared = true;
                options = declared;
                if (isOn) {
                    traces().limit(storage(), options.depth);
                    apply(givenRate < 0);
                }
            } else if (!options.equals(declared)) {
                starts = false;
                Log.once(Log.DEBUG, "heap options", "allocations are sampled with `" + options.text + "`, and not with `" + declared.text
                        + "` of code that was loaded later");
            }
            starts &= !isStarted;
        }
        announce(false);
        if (starts) {
            start(-1, -1);
        } else if (declared.start == HeapOptions.RECORDING) {
            Probes.listen();
            follow();
        }
    }

    /** For clients of JMX. */
    private static void announce(boolean isNow) {
        try {
            HeapBean.register(isNow);
        } catch (LinkageError e) {
            Log.once(Log.DEBUG, "heap bean", "no clients of JMX can control the sampler: " + e);
        }
    }

    /** Starts the sampler, or gives it other settings. Below zero: those of the rules. */
    static void start(long newRate, int newStorage) {
        if (Settings.KILLED) {
            return;
        }
        Probes.listen();
        follow();
        synchronized (LOCK) {
            boolean isNew = !isStarted;
            isStarted = true;
            givenRate = newRate >= 0 ? newRate : givenRate;
            givenStorage = newStorage >= 0 ? newStorage : givenStorage;
            if (isNew) {
                forget();
            }
            traces().limit(storage(), options.depth);
            apply(true);
        }
        announce(true);
    }

    static void stop() {
        HeapEvents known = events;
        HeapSamplingStats last = null;
        synchronized (LOCK) {
            if (isStarted) {
                last = stats();
                isStarted = false;
                boolean isNewRate = givenRate >= 0;
                givenRate = -1;
                givenStorage = -1;
                apply(isNewRate);
                forget();
            }
        }
        if (known != null && last != null) {
            known.statistics(last);
        }
    }

    static void setRate(long wanted) {
        synchronized (LOCK) {
            givenRate = wanted;
            if (isOn) {
                Cells.begin(wanted);
            }
        }
    }

    private static void forget() {
        SAMPLES.reset();
        if (isOn) {
            Cells.GAPS.reset();
            Cells.GAP_BYTES.reset();
        }
        if (traces != null) {
            traces.clear();
        }
    }

    static boolean isStarted() {
        synchronized (LOCK) {
            return isStarted;
        }
    }

    static long rate() {
        synchronized (LOCK) {
            return givenRate >= 0 ? givenRate : options.rate;
        }
    }

    static int storage() {
        synchronized (LOCK) {
            return givenStorage >= 0 ? givenStorage : options.storage;
        }
    }

    static HeapTraces traces() {
        synchronized (LOCK) {
            if (traces == null) {
                traces = new HeapTraces();
                traces.limit(storage(), options.depth);
            }
            return traces;
        }
    }

    static HeapStats stats() {
        synchronized (LOCK) {
            return isStarted ? counted() : new HeapStats(0, 0, 0, 0, 0, 0, 0);
        }
    }

    private static HeapStats counted() {
        HeapTraces known = traces;
        if (known == null) {
            return new HeapStats(SAMPLES.sum(), 0, Cells.GAP_BYTES.sum(), Cells.GAPS.sum(), 0, 0, 0);
        }
        known.settle();
        return new HeapStats(SAMPLES.sum(), known.collected(), Cells.GAP_BYTES.sum(), Cells.GAPS.sum(), known.depths(), known.live(),
                known.dropped());
    }

    /** The recordings may have changed. */
    static void follow() {
        Probes.hasSites = true;
        Recorder recorder = Probes.recorder();
        if (recorder != null) {
            changed(recorder, Probes.isRunning());
        }
    }

    /** The recordings have changed. */
    static void changed(Recorder recorder, boolean isRunning) {
        try {
            if (isRunning && events == null) {
                HeapEvents opened = recorder.openHeap();
                synchronized (LOCK) {
                    events = events == null ? opened : events;
                }
            }
            HeapEvents known = events;
            synchronized (LOCK) {
                boolean isWanted = isRunning && known != null && isDeclared && options.start != HeapOptions.API;
                isRecordedTracking = isWanted && known.collected();
                isRecorded = isRecordedTracking || isWanted && known.samples();
                apply(false);
            }
        } catch (Throwable t) {
            failed(t);
        }
    }

    /** The recorder asks now and then. */
    static void tick() {
        follow();
        HeapEvents known = events;
        if (known != null && isOn) {
            HeapStats stats;
            synchronized (LOCK) {
                stats = counted();
            }
            known.statistics(stats);
        }
    }

    /** What is to be is made so. */
    private static void apply(boolean isNewRate) {
        boolean tracks = isStarted || isRecordedTracking;
        boolean samples = isStarted || isRecorded;
        if (samples) {
            // Before the cells, which are laid out by the sizes.
            Sizes.prepare();
        }
        if (tracks && !isTracking) {
            traces().begin();
            isTracking = true;
            Cells.isTracking = true;
            if (!hasTracked) {
                hasTracked = true;
                Untracked.guard = Tracked.made();
            }
        }
        if (samples && !isOn) {
            begin();
        } else if (samples && isNewRate) {
            Cells.begin(rate());
        } else if (!samples && isOn) {
            isOn = false;
            Cells.isOn = false;
        }
        if (!tracks && isTracking) {
            isTracking = false;
            Cells.isTracking = false;
            traces().end();
        }
    }

    /**
     * The sampler begins. When the guard is changed, HotSpot throws away all code with a site and compiles it anew at once: all flags are set before,
     * and what that code calls has been seen to run, or it would not be inlined.
     */
    private static void begin() {
        initialize();
        Cells.begin(rate());
        boolean isFirst = Unsampled.guard.getClass() == Unsampled.class;
        Site spare = new Site(new Sites("", null, true), 0);
        spare.size = 1;
        boolean isDue = false;
        for (int i = 0; i < REHEARSALS && isFirst; i++) {
            isDue |= Cells.take(0) | Cells.takeAligned(0);
        }
        Cells.GAPS.reset();
        Cells.GAP_BYTES.reset();
        SAMPLES.reset();
        isOn = true;
        Cells.isOn = true;
        if (isFirst) {
            if (!Untracked.guard.isTouched()) {
                Untracked.guard = Touched.made();
            }
            Unsampled.guard = Counting.made();
            for (int i = 0; i < REHEARSALS; i++) {
                isDue |= Sampler.counts(spare) | Sampler.counts(0, spare) | Sampler.isTracking();
            }
            Cells.renew();
        }
    }

    /** A class whose initializer runs first near a stack overflow would be lost for good. */
    private static void initialize() {
        Loaded.ofSites();
        PerThread.current();
        Allocations.initialize();
        Trace.rehearse();
        Counters.FAILURES.get();
        Log.isOn(Log.DEBUG);
    }

    /** Takes a sample. The object is null unless it is tracked, the class is null where it is that of the site. Null: there is nothing to record. */
    static Sample sample(Object object, Class<?> type, long size, Site site) {
        long mean = Cells.rate;
        // The chance of an object of this size to be sampled is 1 - exp(-size / mean).
        long weight = mean == 0 ? size : Math.round(size / -Math.expm1(-(double) size / mean));
        SAMPLES.increment();
        long id = IDS.incrementAndGet();
        Place place = site.place();
        Class<?> known = type == null ? site.type() : type;
        HeapTraces tracked = traces;
        if (object != null && isTracking && tracked != null) {
            tracked.add(object, id, known, size, weight, place, site.table.adapters());
        }
        HeapEvents recorded = events;
        if (recorded == null || !recorded.samples()) {
            return null;
        }
        return recorded.sample(id, known, size, weight, mean, place.name(), place.line, place.pc);
    }

    static void chain(Sample sample, Sample others) {
        HeapEvents recorded = events;
        if (recorded != null && others != null) {
            recorded.chain(sample, others);
        }
    }

    /** A sampled object was collected. */
    static void collected(Trace trace) {
        HeapEvents recorded = events;
        if (recorded != null && recorded.collected()) {
            recorded.collected(trace, trace.place.name(), trace.place.line);
        }
    }

    static void failed(Throwable t) {
        if (!Shim.isOfTheVm(t)) {
            Counters.FAILURES.incrementAndGet();
            Log.once(Log.ERROR, "sampler", "an allocation could not be sampled: " + t);
            Log.trace(t);
        }
    }
}

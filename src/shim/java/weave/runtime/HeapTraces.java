package weave.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The samples whose objects live, and some of those whose objects have been collected. All of it has bounds, and it is counted what
 * was beyond them.
 */
final class HeapTraces implements Runnable {
    private static final HeapTrace[] NONE = {};
    /** How many live samples are kept: {@code -Dweave.heap.live}. */
    private static final int MOST_LIVE = mostLive();
    /** Samples whose stacks are not read yet: a thread that takes one more reads its own. */
    private static final int MOST_PENDING = 256;
    private static final long PERIOD_MILLIS = 100;

    private final ReferenceQueue<Object> gone = new ReferenceQueue<Object>();
    private final ArrayDeque<Trace> pending = new ArrayDeque<Trace>();
    private final Stacks stacks = new Stacks();
    private final FullCollections collections = new FullCollections(this);
    /** Between the ends of the list of live samples. */
    private Trace first;
    private Trace last;
    private int live;
    private final ArrayDeque<Trace> recent = new ArrayDeque<Trace>();
    private final ArrayList<Trace> frequent = new ArrayList<Trace>();
    private HeapTrace[] cached = NONE;
    private int storage;
    private int depth;
    private long collected;
    private long depths;
    private long dropped;
    /** What the background runs; null until then. */
    private Runnable looking;
    private boolean isLooking;
    private boolean isRunning;

    private static int mostLive() {
        try {
            String wanted = Settings.property("weave.heap.live");
            return wanted == null ? 1 << 16 : Math.max(0, Integer.parseInt(wanted.trim()));
        } catch (NumberFormatException e) {
            return 1 << 16;
        }
    }

    /** How many traces of garbage are kept, of each kind, and how many frames of a stack. */
    synchronized void limit(int newStorage, int newDepth) {
        storage = newStorage;
        depth = newDepth;
        while (recent.size() > storage) {
            recent.removeFirst();
        }
        while (frequent.size() > storage) {
            frequent.remove(ThreadLocalRandom.current().nextInt(frequent.size()));
        }
    }

    /** Objects are tracked from now on. */
    synchronized void begin() {
        isRunning = true;
        if (!isLooking) {
            try {
                looking = looking == null ? Apart.weakly(this) : looking;
                // Without a thread, whoever asks does what it would have done.
                isLooking = Background.run(looking);
            } catch (ReflectiveOperationException e) {
                isLooking = false;
            }
        }
        collections.listen();
    }

    /** No more, but what is known stays. */
    synchronized void end() {
        isRunning = false;
        collections.unlisten();
    }

    /** Everything is forgotten. */
    synchronized void clear() {
        for (Trace trace = first; trace != null; trace = trace.after) {
            trace.isLinked = false;
        }
        first = null;
        last = null;
        live = 0;
        pending.clear();
        recent.clear();
        frequent.clear();
        stacks.clear();
        cached = NONE;
        collected = 0;
        depths = 0;
        dropped = 0;
    }

    /** An object was sampled. */
    void add(Object object, long id, Class<?> type, long size, long weight, Place place, String adapters) {
        drain();
        synchronized (this) {
            if (live >= MOST_LIVE) {
                dropped++;
                return;
            }
        }
        Trace trace = new Trace(object, gone, id, type, size, weight, place, adapters, new Throwable());
        boolean isPending;
        synchronized (this) {
            trace.isLinked = true;
            trace.before = last;
            if (last == null) {
                first = trace;
            } else {
                last.after = trace;
            }
            last = trace;
            live++;
            isPending = pending.size() < MOST_PENDING;
            if (isPending) {
                pending.add(trace);
            }
        }
        if (!isPending) {
            settle(trace);
        }
    }

    private void settle(Trace trace) {
        int frames = trace.settle(depth, stacks);
        synchronized (this) {
            depths += frames;
        }
    }

    /** Reads the stacks that have not been read, and finds out what has been collected. */
    void settle() {
        while (true) {
            Trace trace;
            synchronized (this) {
                trace = pending.poll();
            }
            if (trace == null) {
                break;
            }
            settle(trace);
        }
        drain();
    }

    private void drain() {
        Reference<?> found;
        while ((found = gone.poll()) != null) {
            bury((Trace) found);
        }
    }

    /** The object of a sample was collected. */
    private void bury(Trace trace) {
        synchronized (this) {
            if (!trace.isLinked) {
                return;
            }
            unlink(trace);
            collected++;
            if (storage > 0) {
                if (recent.size() >= storage) {
                    recent.removeFirst();
                }
                recent.add(trace);
                // Each of all that were ever collected is among these with the same chance.
                if (frequent.size() < storage) {
                    frequent.add(trace);
                } else {
                    long place = ThreadLocalRandom.current().nextLong(collected);
                    if (place < storage) {
                        frequent.set((int) place, trace);
                    }
                }
            }
        }
        HeapSampler.collected(trace);
    }

    private void unlink(Trace trace) {
        trace.isLinked = false;
        if (trace.before == null) {
            first = trace.after;
        } else {
            trace.before.after = trace.after;
        }
        if (trace.after == null) {
            last = trace.before;
        } else {
            trace.after.before = trace.before;
        }
        trace.before = null;
        trace.after = null;
        live--;
    }

    /** The thread of its own: it reads stacks, so that these keep no class loader alive. */
    @Override
    public void run() {
        try {
            settle();
            collections.poll();
        } catch (Throwable t) {
            HeapSampler.failed(t);
        }
        synchronized (this) {
            isLooking = isRunning;
            if (isRunning) {
                Background.again(looking, PERIOD_MILLIS);
            }
        }
    }

    /** A full collection has ended at this time: what was sampled before and lives now is what cached traces are. The queue lags behind, so every reference is asked. */
    void collectionEnded(long time) {
        ArrayList<Trace> dead = new ArrayList<Trace>();
        synchronized (this) {
            for (Trace trace = first; trace != null; trace = trace.after) {
                if (trace.isDead()) {
                    dead.add(trace);
                }
            }
        }
        for (Trace trace : dead) {
            bury(trace);
        }
        synchronized (this) {
            ArrayList<HeapTrace> all = new ArrayList<HeapTrace>(live);
            for (Trace trace = first; trace != null; trace = trace.after) {
                if (trace.getTime() <= time) {
                    all.add(trace);
                }
            }
            cached = all.toArray(NONE);
        }
    }

    /** The live samples, after a full collection. */
    HeapTrace[] afterCollection() {
        settle();
        collections.collect();
        collectionEnded(Long.MAX_VALUE);
        return cached();
    }

    HeapTrace[] cached() {
        settle();
        synchronized (this) {
            return cached.clone();
        }
    }

    HeapTrace[] garbage() {
        settle();
        synchronized (this) {
            HeapTrace[] latest = new HeapTrace[recent.size()];
            int place = latest.length;
            for (Trace trace : recent) {
                latest[--place] = trace;
            }
            return latest;
        }
    }

    HeapTrace[] frequent() {
        settle();
        synchronized (this) {
            return frequent.toArray(NONE);
        }
    }

    synchronized int live() {
        return live;
    }

    synchronized long collected() {
        return collected;
    }

    synchronized long depths() {
        return depths;
    }

    synchronized long dropped() {
        return dropped;
    }
}

package weave.recording;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Samples of the processor or of allocations, with the splits that each was taken in. */
final class Samples {
    /** More are counted, but not kept. */
    private static final int MOST = 4_000_000;
    /** How long a sample of JVMs before 25 may be taken before its stack, in nanoseconds. */
    private static final long EARLY = 2_000_000;

    private final Context context;
    final String event;
    final String label;
    private final boolean isOfAllocations;
    long number;
    long withoutStack;
    long failed;
    long weight;
    private int size;
    private int[] threads = new int[1024];
    private int[] jvms = new int[1024];
    private long[] times = new long[1024];
    private int[] nodes = new int[1024];
    private int[] classes = new int[0];
    private long[] weights = new long[0];
    /** The latest note of each sample, and what it says: the one before, the split, its start and end, its depth and its stack. */
    private int[] heads;
    private int notes;
    private int[] before = new int[0];
    private int[] splits = new int[0];
    private int[] depths = new int[0];
    private int[] splitNodes = new int[0];
    private long[] starts = new long[0];
    private long[] ends = new long[0];
    /** The samples of each thread, by time. */
    private final Map<Integer, int[]> byThread = new HashMap<>();

    Samples(Context context, String event, String label, boolean isOfAllocations) {
        this.context = context;
        this.event = event;
        this.label = label;
        this.isOfAllocations = isOfAllocations;
    }

    void add(RecordedEvent event, int jvm) {
        long time = Events.nanos(event.getStartTime());
        RecordedThread of = event.hasField("sampledThread") ? event.getThread("sampledThread") : event.getThread();
        int thread = context.threads.index(of, jvm);
        if (!context.span.has(time) || !context.options.isThreadWanted(context.threads.name(thread))) {
            return;
        }
        number++;
        int node = context.traces.node(event.getStackTrace());
        long heavy = isOfAllocations ? Math.max(0, Events.number(event, "weight")) : 0;
        weight += heavy;
        failed += event.hasField("failed") && event.getBoolean("failed") ? 1 : 0;
        withoutStack += node < 0 ? 1 : 0;
        if (node < 0 && !isOfAllocations || size == MOST) {
            return;
        }
        if (size == times.length) {
            int more = size * 2;
            threads = Arrays.copyOf(threads, more);
            jvms = Arrays.copyOf(jvms, more);
            times = Arrays.copyOf(times, more);
            nodes = Arrays.copyOf(nodes, more);
        }
        threads[size] = thread;
        jvms[size] = jvm;
        times[size] = time;
        nodes[size] = Math.max(0, node);
        if (isOfAllocations) {
            if (size >= classes.length) {
                classes = Arrays.copyOf(classes, times.length);
                weights = Arrays.copyOf(weights, times.length);
            }
            RecordedClass type = event.getClass("objectClass");
            classes[size] = context.strings.index(type == null ? null : type.getName());
            weights[size] = heavy;
        }
        size++;
    }

    /** Leaves out the samples of the JVMs of which there are better ones. */
    void without(Samples better) {
        boolean[] has = new boolean[1 + Arrays.stream(better.jvms, 0, better.size).max().orElse(-1)];
        for (int i = 0; i < better.size; i++) {
            has[better.jvms[i]] = true;
        }
        int left = 0;
        for (int i = 0; i < size; i++) {
            if (jvms[i] >= has.length || !has[jvms[i]]) {
                threads[left] = threads[i];
                jvms[left] = jvms[i];
                times[left] = times[i];
                nodes[left++] = nodes[i];
            }
        }
        number -= size - left;
        size = left;
    }

    /** After the last sample, before the first split. */
    void sort() {
        heads = new int[size];
        Arrays.fill(heads, -1);
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < size; i++) {
            counts.merge(threads[i], 1, Integer::sum);
        }
        Map<Integer, Integer> filled = new HashMap<>();
        for (int i = 0; i < size; i++) {
            int thread = threads[i];
            byThread.computeIfAbsent(thread, none -> new int[counts.get(thread)])[filled.merge(thread, 1, Integer::sum) - 1] = i;
        }
        for (Map.Entry<Integer, int[]> one : byThread.entrySet()) {
            one.setValue(Arrays.stream(one.getValue()).boxed().sorted((a, b) -> Long.compare(times[a], times[b])).mapToInt(i -> i).toArray());
        }
    }

    /** Notes a split with all samples that were taken in it, or a little before. */
    void split(int thread, long start, long end, int split, int depth, int node, boolean isEarly) {
        int[] all = byThread.get(thread);
        if (all == null) {
            return;
        }
        for (int i = first(all, isEarly ? start - EARLY : start); i < all.length && times[all[i]] < end; i++) {
            note(all[i], split, depth, node, start, end);
        }
    }

    private int first(int[] all, long time) {
        int low = 0;
        int high = all.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[all[middle]] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void note(int sample, int split, int depth, int node, long start, long end) {
        if (notes == before.length) {
            int more = Math.max(1024, notes * 2);
            before = Arrays.copyOf(before, more);
            splits = Arrays.copyOf(splits, more);
            depths = Arrays.copyOf(depths, more);
            splitNodes = Arrays.copyOf(splitNodes, more);
            starts = Arrays.copyOf(starts, more);
            ends = Arrays.copyOf(ends, more);
        }
        before[notes] = heads[sample];
        splits[notes] = split;
        depths[notes] = depth;
        splitNodes[notes] = node;
        starts[notes] = start;
        ends[notes] = end;
        heads[sample] = notes++;
    }

    /** Samples by cell, thread, node and class. */
    private final TreeMap<Key, long[]> sums = new TreeMap<>();
    private long inSplits;
    private Splits.Shares shares;

    private static final class Key implements Comparable<Key> {
        final int cell;
        final int thread;
        final int node;
        final int type;

        Key(int cell, int thread, int node, int type) {
            this.cell = cell;
            this.thread = thread;
            this.node = node;
            this.type = type;
        }

        @Override
        public int compareTo(Key other) {
            int order = Integer.compare(cell, other.cell);
            order = order != 0 ? order : Integer.compare(thread, other.thread);
            order = order != 0 ? order : Integer.compare(node, other.node);
            return order != 0 ? order : Integer.compare(type, other.type);
        }
    }

    /** After the last split: puts the splits into the stacks. */
    void join(Splits known) {
        shares = new Splits.Shares(known);
        for (int i = 0; i < size; i++) {
            Splits.Chain chain = new Splits.Chain(context.traces, known, nodes[i]);
            for (int note : sorted(i)) {
                // A sample that was taken before its split began is in it only if its stack is: at the same place as that of the split.
                chain.add(splits[note], splitNodes[note], depths[note], starts[note], ends[note], times[i]);
            }
            int node = chain.node();
            inSplits += chain.isEmpty() ? 0 : 1;
            chain.count(shares, isOfAllocations ? weights[i] : 0);
            long[] sum = sums.computeIfAbsent(new Key(context.span.cell(times[i]), threads[i], node, isOfAllocations ? classes[i] : 0),
                    none -> new long[2]);
            sum[0]++;
            sum[1] += isOfAllocations ? weights[i] : 0;
        }
    }

    /** The notes of a sample, the outermost split first; those that began after it go last. */
    private int[] sorted(int sample) {
        int count = 0;
        for (int note = heads[sample]; note >= 0; note = before[note]) {
            count++;
        }
        if (count == 0) {
            return new int[0];
        }
        Integer[] all = new Integer[count];
        for (int note = heads[sample]; note >= 0; note = before[note]) {
            all[--count] = note;
        }
        long time = times[sample];
        Arrays.sort(all, (a, b) -> {
            int order = Boolean.compare(starts[a] > time, starts[b] > time);
            order = order != 0 ? order : Long.compare(starts[a], starts[b]);
            order = order != 0 ? order : Long.compare(ends[b], ends[a]);
            order = order != 0 ? order : Integer.compare(depths[a], depths[b]);
            return order != 0 ? order : Integer.compare(splits[a], splits[b]);
        });
        return Arrays.stream(all).mapToInt(i -> i).toArray();
    }

    boolean isEmpty() {
        return number == 0;
    }

    void write(Json json, Splits known) {
        json.beginObject().put("event", event).put("label", label).put("n", number).put("withoutStack", withoutStack).put("failed", failed);
        json.put("inSplits", inSplits).put("weight", weight);
        json.key("samples").beginObject();
        json.numbers("cell", to -> sums.keySet().forEach(key -> to.accept(key.cell)));
        json.numbers("thread", to -> sums.keySet().forEach(key -> to.accept(key.thread)));
        json.numbers("node", to -> sums.keySet().forEach(key -> to.accept(key.node)));
        if (isOfAllocations) {
            json.numbers("class", to -> sums.keySet().forEach(key -> to.accept(key.type)));
            json.numbers("weight", to -> sums.values().forEach(sum -> to.accept(sum[1])));
        }
        json.numbers("count", to -> sums.values().forEach(sum -> to.accept(sum[0])));
        json.endObject();
        known.write(json, context.strings, shares);
        json.endObject();
    }
}

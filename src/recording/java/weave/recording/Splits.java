package weave.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The splits that occur: their texts and methods, and how many samples were taken in them. */
final class Splits {
    private static final int MOST = 50_000;

    private final List<Split> all = new ArrayList<>();
    private final Map<String, Integer> indices = new HashMap<>();

    private static final class Split {
        final Probe probe;
        final String name;
        /** {@code com.acme.Job.run}; null if it is not known. */
        final String method;
        /** The same without the class, after a dot. */
        final String end;
        long calls;
        long duration;
        /** Its frame, which is made when it is needed. */
        int frame = -1;

        Split(Probe probe, String name, String type, String method) {
            this.probe = probe;
            this.name = name;
            this.method = type == null || method == null ? null : type + "." + method;
            this.end = method == null ? null : "." + method;
        }
    }

    /** The number of a split. */
    int index(Probe probe, String name, String type, String method, long nanos) {
        String text = all.size() < MOST ? Strings.cut(name) : Table.REST;
        String key = probe.name + "\0" + method + "\0" + type + "\0" + text;
        Integer index = indices.get(key);
        if (index == null) {
            index = all.size();
            indices.put(key, index);
            all.add(new Split(probe, text, type, method));
        }
        all.get(index).calls++;
        all.get(index).duration += nanos;
        return index;
    }

    /** The splits of one sample, from the outermost on, as frames in its stack. */
    static final class Chain {
        private final Traces traces;
        private final Splits known;
        private final int node;
        private final List<Integer> splits = new ArrayList<>();
        /** How many frames are around each. */
        private final List<Integer> places = new ArrayList<>();
        private int[] path;
        private int last;
        private long lastEnd = Long.MAX_VALUE;

        Chain(Traces traces, Splits known, int node) {
            this.traces = traces;
            this.known = known;
            this.node = node;
        }

        /** Adds one if the method that it stands for is in the stack. */
        void add(int split, int splitNode, int depth, long start, long end, long time) {
            boolean isEarly = start > time;
            if (isEarly && start >= lastEnd) {
                return; // the stack is of the first split after the sample, not of a later one
            }
            if (path == null) {
                path = traces.path(node);
            }
            int place = place(known.all.get(split), splitNode, isEarly);
            if (place < 0) {
                return;
            }
            if (isEarly && place < last) {
                return;
            }
            splits.add(split);
            places.add(place);
            last = Math.max(last, place);
            lastEnd = end;
        }

        private int place(Split split, int splitNode, boolean isEarly) {
            int exact = splitNode > 0 ? prefix(traces.path(splitNode)) : -1;
            if (exact >= last || isEarly && splitNode > 0) {
                return exact;
            }
            for (int i = last; i < path.length; i++) {
                if (traces.name(path[i]).equals(split.method)) {
                    return i + 1;
                }
            }
            for (int i = path.length - 1; i >= last && split.end != null; i--) {
                if (traces.name(path[i]).endsWith(split.end)) {
                    return i + 1;
                }
            }
            return -1;
        }

        /** The length of the stack of a split if the stack of the sample begins with it. */
        private int prefix(int[] outer) {
            if (outer.length > path.length) {
                return -1;
            }
            for (int i = 0; i < outer.length; i++) {
                if (outer[i] != path[i]) {
                    return -1;
                }
            }
            return outer.length;
        }

        boolean isEmpty() {
            return splits.isEmpty();
        }

        /** Counts the sample for each of its splits, once for those of one text. */
        void count(Shares shares, long weight) {
            for (int i = 0; i < splits.size(); i++) {
                if (splits.indexOf(splits.get(i)) == i) {
                    shares.counts[splits.get(i)]++;
                    shares.weights[splits.get(i)] += weight;
                }
            }
            if (!splits.isEmpty()) {
                shares.selfs[splits.get(splits.size() - 1)]++;
            }
        }

        /** The stack with the splits in it. */
        int node() {
            if (splits.isEmpty()) {
                return node;
            }
            int made = 0;
            int next = 0;
            for (int i = 0; i <= path.length; i++) {
                while (next < splits.size() && places.get(next) <= i) {
                    made = traces.child(made, known.frame(splits.get(next++), traces));
                }
                if (i < path.length) {
                    made = traces.child(made, path[i]);
                }
            }
            return made;
        }
    }

    private int frame(int split, Traces traces) {
        Split one = all.get(split);
        if (one.frame < 0) {
            one.frame = traces.splitFrame(one.name, one.probe.index);
        }
        return one.frame;
    }

    /** How many samples were taken in each split. */
    static final class Shares {
        final long[] counts;
        final long[] selfs;
        final long[] weights;

        Shares(Splits known) {
            counts = new long[known.all.size()];
            selfs = new long[counts.length];
            weights = new long[counts.length];
        }
    }

    private static final class Sum {
        final Split split;
        long calls;
        long duration;
        long count;
        long self;
        long weight;

        Sum(Split split) {
            this.split = split;
        }
    }

    /** Those of one probe and text together, the most samples first. */
    void write(Json json, Strings strings, Shares shares) {
        Map<String, Sum> byText = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            Split one = all.get(i);
            Sum sum = byText.computeIfAbsent(one.probe.name + "\0" + one.name, none -> new Sum(one));
            sum.calls += one.calls;
            sum.duration += one.duration;
            sum.count += shares.counts[i];
            sum.self += shares.selfs[i];
            sum.weight += shares.weights[i];
        }
        List<Sum> rows = new ArrayList<>(byText.values());
        rows.sort((a, b) -> a.count != b.count ? Long.compare(b.count, a.count)
                : a.duration != b.duration ? Long.compare(b.duration, a.duration)
                : a.split.name.equals(b.split.name) ? a.split.probe.name.compareTo(b.split.probe.name) : a.split.name.compareTo(b.split.name));
        List<Sum> shown = rows.subList(0, Math.min(rows.size(), Table.SHOWN));
        json.key("splits").beginObject();
        json.numbers("probe", to -> shown.forEach(one -> to.accept(one.split.probe.index)));
        json.numbers("text", to -> shown.forEach(one -> to.accept(strings.index(one.split.name))));
        json.numbers("count", to -> shown.forEach(one -> to.accept(one.count)));
        json.numbers("self", to -> shown.forEach(one -> to.accept(one.self)));
        json.numbers("weight", to -> shown.forEach(one -> to.accept(one.weight)));
        json.numbers("calls", to -> shown.forEach(one -> to.accept(one.calls)));
        json.numbers("duration", to -> shown.forEach(one -> to.accept(one.duration)));
        json.endObject();
    }
}

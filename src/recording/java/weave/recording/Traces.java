package weave.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** All stacks as one tree. A stack is the number of the node of its innermost frame; the root is 0. */
final class Traces {
    static final int NONE = -1;
    private static final String[] OF_WEAVE = {"weave.runtime.", "weave.gen.", "weave.probe."};

    private final Strings strings;
    private final Loss loss;
    private final Numbers parents = new Numbers();
    private final Numbers frames = new Numbers();
    private final Map<Long, Integer> nodes = new HashMap<>();
    private final List<Frame> allFrames = new ArrayList<>();
    private final Map<String, Integer> frameIndices = new HashMap<>();
    /** Of the chunk that is read: the parser gives the same object for equal stacks. */
    private final Map<RecordedStackTrace, Integer> ofChunk = new IdentityHashMap<>();
    private final Map<RecordedMethod, Integer> methodsOfChunk = new IdentityHashMap<>();

    private static final class Frame {
        final String name;
        final int kind;
        final int probe;
        int line;

        Frame(String name, int kind, int probe, int line) {
            this.name = name;
            this.kind = kind;
            this.probe = probe;
            this.line = line;
        }
    }

    Traces(Strings strings, Loss loss) {
        this.strings = strings;
        this.loss = loss;
        parents.add(-1);
        frames.add(-1);
    }

    void newChunk() {
        ofChunk.clear();
        methodsOfChunk.clear();
    }

    int node(RecordedStackTrace trace) {
        if (trace == null) {
            return NONE;
        }
        Integer known = ofChunk.get(trace);
        if (known == null) {
            known = resolve(trace);
            ofChunk.put(trace, known);
        }
        return known;
    }

    private int resolve(RecordedStackTrace trace) {
        List<RecordedFrame> all = trace.getFrames();
        loss.stacks++;
        if (trace.isTruncated()) {
            loss.cutStacks++;
            loss.deepest = Math.max(loss.deepest, all.size());
        }
        int node = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            int frame = frame(all.get(i));
            if (frame >= 0) {
                node = child(node, frame);
            }
        }
        return node;
    }

    private int frame(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        if (method == null) {
            return -1;
        }
        int line = Math.max(0, frame.getLineNumber());
        Integer known = methodsOfChunk.get(method);
        if (known == null) {
            String type = method.getType() == null ? "" : method.getType().getName();
            known = isOfWeave(type) ? -1 : frame(type + "." + method.getName(), frame.isJavaFrame() ? 0 : 2, -1, line);
            methodsOfChunk.put(method, known);
        }
        if (known >= 0 && allFrames.get(known).line != line) {
            allFrames.get(known).line = 0;
        }
        return known;
    }

    private static boolean isOfWeave(String type) {
        for (String start : OF_WEAVE) {
            if (type.startsWith(start)) {
                return true;
            }
        }
        return false;
    }

    private int frame(String name, int kind, int probe, int line) {
        String key = kind == 1 ? "\0" + probe + "\0" + name : name;
        Integer known = frameIndices.putIfAbsent(key, allFrames.size());
        if (known != null) {
            return known;
        }
        allFrames.add(new Frame(name, kind, probe, line));
        return allFrames.size() - 1;
    }

    /** The frame of a split. */
    int splitFrame(String name, int probe) {
        return frame(Strings.cut(name), 1, probe, 0);
    }

    int child(int node, int frame) {
        long key = (long) node << 32 | frame;
        Integer known = nodes.putIfAbsent(key, parents.size());
        if (known != null) {
            return known;
        }
        parents.add(node);
        frames.add(frame);
        return parents.size() - 1;
    }

    /** The frames of a node, the outermost first. */
    int[] path(int node) {
        int depth = 0;
        for (int at = node; at > 0; at = (int) parents.get(at)) {
            depth++;
        }
        int[] path = new int[depth];
        for (int at = node; at > 0; at = (int) parents.get(at)) {
            path[--depth] = (int) frames.get(at);
        }
        return path;
    }

    /** {@code com.acme.Shop.order}. */
    String name(int frame) {
        return allFrames.get(frame).name;
    }

    void write(Json json) {
        json.key("frames").beginObject();
        json.numbers("name", to -> allFrames.forEach(one -> to.accept(strings.index(one.name))));
        json.numbers("line", to -> allFrames.forEach(one -> to.accept(one.line)));
        json.numbers("kind", to -> allFrames.forEach(one -> to.accept(one.kind)));
        json.numbers("probe", to -> allFrames.forEach(one -> to.accept(one.probe)));
        json.endObject().key("traces").beginObject();
        json.numbers("parent", parents.toArray()).numbers("frame", frames.toArray()).endObject();
    }
}

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Checks every event of a recording of {@link Stress}: each is one that must come, comes once, and none is missing; each chunk has the names it needs. */
final class Events {
    /** How long the recorder takes at most to go on to another chunk. */
    private static final Duration ROTATION = Duration.ofSeconds(1);
    private static final String REFUSED = "Subject$Refused: ";

    private final int[] rounds;
    private final long[][] resumed;
    /** The threads of the program by the numbers that the JVM gives them. */
    private final Map<Long, Integer> numbers = new HashMap<>();
    /** By thread and round: the steps that have come, of payloads, of splits, opened and closed objects. */
    private final int[][] seen;
    private final int[] segments;
    /** By thread: how many have come of what has no text. */
    private final int[][] counts;
    /** By id: whose event it is, which says what it may be inside of. Split events and their payload share one. */
    private final Map<Long, Long> keys = new HashMap<>();
    private final Map<Long, Long> outers = new HashMap<>();
    /** By control object: whose it is, as all events of it say. */
    private final Map<Long, Long> opened = new HashMap<>();
    private final Map<Long, Long> users = new HashMap<>();
    /** The control objects that the chunk in hand names, when they were opened or named first in it, those that were named again, and those with a name that its payloads belong to. */
    private final Set<Long> named = new HashSet<>();
    private final Map<Long, Instant> introduced = new HashMap<>();
    private final Set<Long> again = new HashSet<>();
    private final Set<Long> used = new HashSet<>();
    private int chunks;
    private long checked;
    private int ofCoroutines;

    private static final int SPLIT = 8;
    private static final int TREE = 16;
    private static final int OPEN = 17;
    private static final int CLOSE = 18;
    private static final int ALL = (1 << 19) - 1 - (0xf << 12);

    Events(int[] rounds, long[] ran, long[][] resumed) {
        this.rounds = rounds;
        this.resumed = resumed;
        this.seen = new int[rounds.length][];
        this.counts = new int[rounds.length][Round.OWN + 2];
        this.segments = new int[resumed.length];
        for (int i = 0; i < rounds.length; i++) {
            seen[i] = new int[rounds[i]];
            numbers.put(ran[i], i);
        }
        that(numbers.size() == rounds.length, "threads share numbers");
    }

    int chunks() {
        return chunks;
    }

    long checked() {
        return checked;
    }

    /** How many coroutines had their segments run by several threads. */
    int movedCoroutines() {
        int moved = 0;
        for (long[] threads : resumed) {
            for (long thread : threads) {
                if (thread != threads[0]) {
                    moved++;
                    break;
                }
            }
        }
        return moved;
    }

    void check(Path file) throws IOException {
        try (FileChannel recording = FileChannel.open(file)) {
            for (long start = 0; start < recording.size(); chunks++) {
                long size = size(recording, start);
                Path chunk = Path.of(file + ".chunk");
                try (FileChannel one = FileChannel.open(chunk, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                    that(recording.transferTo(start, size, one) == size, "the end of a chunk is missing");
                }
                checkChunk(chunk);
                Files.delete(chunk);
                start += size;
            }
        }
        outers.forEach((id, outer) -> that(key(outer) >>> 4 == key(id) >>> 4 && (key(id) & 15) == (key(outer) & 15) + 1, "outer of " + id));
        users.forEach((object, user) -> that(user.equals(opened.get(object)), "control object " + object));
        for (int thread = 0; thread < seen.length; thread++) {
            for (int round = 0; round < rounds[thread]; round++) {
                that(seen[thread][round] == ALL, "missing events of thread " + thread + ", round " + round + ": " + Integer.toBinaryString(ALL & ~seen[thread][round]));
            }
            for (int kind = 0; kind < Round.OWN + 2; kind++) {
                that(counts[thread][kind] == rounds[thread], "thread " + thread + ": " + counts[thread][kind] + " of kind " + kind + ", not " + rounds[thread]);
            }
        }
        for (int coroutine = 0; coroutine < segments.length; coroutine++) {
            that(segments[coroutine] == (1 << Subject.Coroutine.SEGMENTS) - 1, "missing segments of coroutine " + coroutine);
        }
        that(ofCoroutines == resumed.length * Subject.Coroutine.SEGMENTS, ofCoroutines + " payloads inside of coroutines");
    }

    /** The length of the chunk that starts here: bytes 8 to 15 of its header. */
    private static long size(FileChannel recording, long start) throws IOException {
        ByteBuffer size = ByteBuffer.allocate(Long.BYTES);
        that(recording.read(size, start + Long.BYTES) == Long.BYTES, "the header of a chunk is cut off");
        return size.getLong(0);
    }

    /** A chunk is a recording by itself, which names the control objects that its payloads belong to. */
    private void checkChunk(Path file) throws IOException {
        named.clear();
        introduced.clear();
        again.clear();
        used.clear();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                check(events.readEvent());
            }
        }
        used.removeAll(named);
        that(used.isEmpty(), "chunk " + chunks + " does not name the control objects " + used + " of its payloads");
    }

    private long key(long id) {
        Long key = keys.get(id);
        that(key != null, "no event with id " + id);
        return key;
    }

    private static void that(boolean holds, Object what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private void check(RecordedEvent event) {
        String type = event.getEventType().getName();
        that(!type.equals("jdk.DataLoss"), event);
        if (!type.startsWith("weave.")) {
            return;
        }
        checked++;
        switch (type) {
            case "weave.pay.Payload": payload(event); break;
            case "weave.tree.Split": split(event, "name", SPLIT); break;
            case "weave.tree.Payload": split(event, "payload", TREE); break;
            case "weave.own.Payload": own(event); break;
            case "weave.co.Payload": segment(event); break;
            case "weave.pay.ControlObject": controlObject(event); break;
            case "weave.ThreadState": state(event); break;
            default: that(false, event);
        }
    }

    private int thread(RecordedEvent event) {
        that(event.getThread() != null, "the recorder has left out the thread: " + event);
        Integer thread = numbers.get(event.getThread().getJavaThreadId());
        that(thread != null, event);
        return thread;
    }

    /** The step that a text names, of the thread that the event is of, seen for the first time. */
    private int step(RecordedEvent event, String text, int base) {
        String[] parts = text.split(" ");
        int step = Integer.parseInt(parts[2]);
        int thread = thread(event);
        that(parts.length == 3 && Integer.parseInt(parts[0]) == thread, event);
        int bit = 1 << base + step;
        int round = Integer.parseInt(parts[1]);
        that((seen[thread][round] & bit) == 0, event);
        seen[thread][round] |= bit;
        return step;
    }

    private static void is(RecordedEvent event, String method, String type, String exception) {
        RecordedClass actual = event.getClass("declaringClass");
        that(event.getString("method").equals(method) && actual.getName().equals(type), event);
        String thrown = event.getString("exception");
        that(exception == null ? thrown == null : (REFUSED + exception).equals(thrown), event);
    }

    private void payload(RecordedEvent event) {
        String text = event.getString("payload");
        that(event.getLong("outer") == 0 && event.getInt("depth") == 0, event);
        that(keys.put(event.getLong("id"), 0L) == null, event);
        long object = event.getLong("controlObject");
        if (text.equals("of a coroutine")) {
            thread(event);
            is(event, "outer", "Subject", null);
            that(object == 0, event);
            ofCoroutines++;
            return;
        }
        int step = step(event, text, 0);
        boolean fails = (1 << step & Round.FAILING) != 0;
        is(event, Round.PAY[step], Round.PAY[step].equals("<init>") ? "Subject$Made" : "Subject", fails ? text : null);
        that(object != 0 == (step >= Round.USES), event);
        if (step == Round.USES) {
            users.put(object, place(event, text));
            used.add(object);
        }
    }

    private static long place(RecordedEvent event, String text) {
        String[] parts = text.split(" ");
        return Long.parseLong(parts[0]) << 32 | Long.parseLong(parts[1]);
    }

    /** A split, or the payload that the outermost one makes, which has its id. */
    private void split(RecordedEvent event, String field, int base) {
        String text = event.getString(field);
        int step = step(event, text, base);
        boolean isPayload = base == TREE;
        int outer = isPayload ? -1 : Round.TREE[step];
        that(!isPayload || step == 0, event);
        is(event, "split", "Subject", step == 3 ? null : "split");
        int depth = 0;
        for (int at = outer; at >= 0; at = Round.TREE[at]) {
            depth++;
        }
        that(event.getInt("depth") == depth, event);
        that(event.getLong("outer") != 0 == outer >= 0, event);
        long id = event.getLong("id");
        // The lowest bits say how deep it is: the outer one is one less. The others, whose it is.
        long key = place(event, text) + (1L << 58) << 4 | depth;
        Long other = keys.put(id, key);
        that(other == null || step == 0 && other == key, event);
        if (outer >= 0) {
            outers.put(id, event.getLong("outer"));
        }
    }

    private void own(RecordedEvent event) {
        int thread = thread(event);
        int depth = event.getInt("depth");
        that(event.getString("payload").equals("Subject.own"), event);
        is(event, "own", "Subject", depth > Round.OWN - 1 - Round.OWN_FAILING ? "own" : null);
        that(event.getLong("outer") != 0 == depth > 0, event);
        counts[thread][depth]++;
        long id = event.getLong("id");
        that(keys.put(id, (long) thread << 4 | depth) == null, event);
        if (depth > 0) {
            outers.put(id, event.getLong("outer"));
        }
    }

    private void segment(RecordedEvent event) {
        String[] parts = event.getString("payload").split(" ");
        int coroutine = Integer.parseInt(parts[1]);
        int segment = Integer.parseInt(parts[2]);
        that(event.getThread().getJavaThreadId() == resumed[coroutine][segment], event);
        is(event, "resume", "Subject$Coroutine", null);
        that(event.getLong("outer") == 0 && event.getInt("depth") == 0 && keys.put(event.getLong("id"), 0L) == null, event);
        that((segments[coroutine] & 1 << segment) == 0, event);
        segments[coroutine] |= 1 << segment;
    }

    /** Opened and closed once each, by the thread that the name says; named, by whichever thread, in any chunk that does not have its opening. */
    private void controlObject(RecordedEvent event) {
        String text = event.getString("name");
        long object = event.getLong("controlObject");
        String action = event.getString("action");
        switch (action) {
            case "OPEN": that(step(event, text, OPEN) == 0, event); break;
            case "CLOSE": that(step(event, text, CLOSE) == 0, event); break;
            default: that(action.equals("NAME") && text.endsWith(" 0"), event);
        }
        named.add(object);
        that(action.equals("CLOSE") || isFirst(object, event), event);
        Long before = opened.put(object, place(event, text));
        that(before == null || before == place(event, text), event);
    }

    /** Once in each chunk; once more for what is met while the recorder goes on to this chunk, or between two events of one thread before that. */
    private boolean isFirst(long object, RecordedEvent event) {
        Instant before = introduced.putIfAbsent(object, event.getStartTime());
        return before == null || again.add(object) && Duration.between(before, event.getStartTime()).abs().compareTo(ROTATION) < 0;
    }

    private void state(RecordedEvent event) {
        that(event.getString("probe").equals("pay"), event);
        boolean waits = event.getString("state").equals("WAITING");
        that(waits || event.getString("state").equals("BLOCKED"), event);
        counts[thread(event)][Round.OWN + (waits ? 0 : 1)]++;
    }
}

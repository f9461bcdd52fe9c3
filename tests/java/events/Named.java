import java.io.DataInputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Every chunk of every recording names the control objects that are open, or that its payloads belong to. */
final class Named {
    private static final String TYPE = "weave.named.";

    /** What a recording has, chunk by chunk: a chunk is a recording by itself. */
    private static List<List<RecordedEvent>> chunks(Recording recording) throws IOException {
        Path file = Files.createTempFile("chunks", ".jfr");
        if (recording.isToDisk()) {
            recording.stop();
        }
        recording.dump(file);
        recording.close();
        List<List<RecordedEvent>> chunks = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(Files.newInputStream(file)))) {
            while (in.available() > 0) {
                byte[] header = new byte[16];
                in.readFully(header);
                long size = java.nio.ByteBuffer.wrap(header).getLong(8);
                byte[] chunk = Arrays.copyOf(header, (int) size);
                in.readFully(chunk, header.length, chunk.length - header.length);
                Path one = Files.createTempFile("chunk", ".jfr");
                Files.write(one, chunk);
                List<RecordedEvent> events = new ArrayList<>(RecordingFile.readAllEvents(one));
                Files.delete(one);
                events.removeIf(event -> !event.getEventType().getName().startsWith(TYPE));
                chunks.add(events);
            }
        }
        Files.delete(file);
        return chunks;
    }

    private static Recording start() {
        Recording recording = new Recording();
        recording.start();
        return recording;
    }

    /** The names of what is named, each as often as it is, without those of other checks. */
    private static List<String> names(List<RecordedEvent> events, String... wanted) {
        List<String> names = new ArrayList<>();
        for (RecordedEvent event : events) {
            if (event.hasField("action") && Arrays.asList(wanted).contains(event.getString("name"))) {
                names.add(event.getString("action") + " " + event.getString("name"));
            }
        }
        Collections.sort(names);
        return names;
    }

    /** The payloads of objects that their chunk does not name. */
    private static List<String> nameless(List<RecordedEvent> chunk) {
        Set<Long> named = new HashSet<>();
        List<String> nameless = new ArrayList<>();
        for (RecordedEvent event : chunk) {
            if (event.hasField("action") && event.getString("name") != null) {
                named.add(event.getLong("controlObject"));
            }
        }
        for (RecordedEvent event : chunk) {
            if (event.hasField("payload") && !named.contains(event.getLong("controlObject"))) {
                nameless.add(event.getString("payload") + " of " + event.getLong("controlObject"));
            }
        }
        return nameless;
    }

    static void eachRecordingNamesWhatIsOpenOrUsed() throws Exception {
        Shop.Connection before = Shop.open("before");
        Shop.Connection unused = Shop.open("unused");
        Shop.Connection never = new Shop.Connection("never");
        for (int i = 0; i < 3; i++) {
            Recording recording = start();
            Shop.Connection during = Shop.open("during");
            before.query("a");
            before.query("b");
            never.query("c");
            during.query("d");
            during.close();
            List<List<RecordedEvent>> chunks = chunks(recording);
            Check.equal(1, chunks.size());
            Check.equal(Arrays.asList("CLOSE opened during", "NAME never", "NAME opened before", "NAME opened unused", "OPEN opened during"),
                    names(chunks.get(0), "never", "opened before", "opened unused", "opened during"));
            Check.equal(Collections.emptyList(), nameless(chunks.get(0)));
        }
        unused.query("alive to the end");
    }

    /** One that ends shortens the chunk of the other. */
    static void twoAtOnceAreBothRight() throws Exception {
        Shop.Connection early = Shop.open("early");
        Recording first = start();
        early.query("a");
        Shop.Connection middle = Shop.open("middle");
        Recording second = start();
        middle.query("b");
        List<List<RecordedEvent>> ofFirst = chunks(first);
        early.query("c");
        List<List<RecordedEvent>> ofSecond = chunks(second);
        Check.equal(2, ofFirst.size());
        Check.equal(2, ofSecond.size());
        Check.equal(Arrays.asList("NAME opened early", "OPEN opened middle"), names(ofFirst.get(0), "opened early", "opened middle"));
        for (List<RecordedEvent> chunk : Arrays.asList(ofFirst.get(1), ofSecond.get(0), ofSecond.get(1))) {
            Check.equal(Arrays.asList("NAME opened early", "NAME opened middle"), names(chunk, "opened early", "opened middle"));
            Check.equal(Collections.emptyList(), nameless(chunk));
        }
    }

    /** The payload of a call is in the chunk in which it ends. */
    static void oneThatIsClosedMeanwhileIsNamedWhereItsPayloadIs() throws Exception {
        Shop.Connection connection = Shop.open("meanwhile");
        Recording recording = start();
        connection.querying("long", () -> {
            connection.close();
            start().close();
            start().close();
        });
        List<List<RecordedEvent>> chunks = chunks(recording);
        int payloads = 0;
        for (List<RecordedEvent> chunk : chunks) {
            Check.equal(Collections.emptyList(), nameless(chunk));
            payloads += chunk.stream().anyMatch(event -> event.hasField("payload") && event.getString("payload").equals("close")) ? 1 : 0;
        }
        Check.equal(1, payloads);
        Check.that(chunks.size() > 2, chunks.size());
    }

    static void oneThatIsGoneByTheEndIsNamed() throws Exception {
        WeakReference<Shop.Connection> gone = new WeakReference<>(Shop.open("gone"));
        Recording recording = start();
        Shop.Connection connection = gone.get();
        Check.that(connection != null, "gone too early");
        connection.query("last");
        connection = null;
        // What a thread has used last may be named once more.
        Shop.open("other").query("after");
        while (gone.get() != null) {
            System.gc();
        }
        start().close();
        List<List<RecordedEvent>> chunks = chunks(recording);
        Check.equal(Arrays.asList("NAME opened gone"), names(chunks.get(0), "opened gone"));
        Check.equal(Collections.emptyList(), names(chunks.get(chunks.size() - 1), "opened gone"));
    }

    static void recordingsInMemoryHaveThemToo() throws Exception {
        Shop.Connection connection = Shop.open("in memory");
        Recording recording = new Recording();
        recording.setToDisk(false);
        recording.start();
        connection.query("a");
        for (List<RecordedEvent> chunk : chunks(recording)) {
            Check.equal(Collections.emptyList(), nameless(chunk));
            Check.that(names(chunk, "opened in memory").contains("NAME opened in memory"), chunk);
        }
    }

    static void namesCanBeOff() throws Exception {
        Shop.Connection connection = Shop.open("off");
        Map<String, String> off = new HashMap<>();
        off.put("weave.named.ControlObject#enabled", "false");
        Recording recording = new Recording();
        recording.setSettings(off);
        recording.start();
        connection.query("a");
        List<RecordedEvent> events = chunks(recording).get(0);
        Check.equal(1, events.size());
        Check.equal("a", events.get(0).getString("payload"));
        Recording next = start();
        Check.equal(Arrays.asList("NAME opened off"), names(chunks(next).get(0), "opened off"));
    }

    /** Of what stays alive and open. */
    static void noneIsLostBetweenThreadsAndChunks() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        Recording recording = start();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(() -> {
                Shop.Connection old = Shop.open("old");
                List<Object> alive = new ArrayList<>();
                while (!ended.get()) {
                    Shop.Connection opened = Shop.open("new");
                    Shop.Connection unknown = new Shop.Connection("unknown");
                    alive.add(opened);
                    alive.add(unknown);
                    for (int call = 0; call < 3; call++) {
                        opened.query("opened");
                        unknown.query("unknown");
                        old.query("old");
                    }
                    Shop.run(() -> Thread.sleep(1));
                }
                Check.that(!alive.isEmpty(), "nothing was opened");
            });
            threads.add(thread);
            thread.start();
        }
        for (int i = 0; i < 20; i++) {
            Thread.sleep(10);
            start().close();
        }
        ended.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        List<List<RecordedEvent>> chunks = chunks(recording);
        Check.that(chunks.size() > 20, chunks.size());
        for (List<RecordedEvent> chunk : chunks) {
            Check.equal(Collections.emptyList(), nameless(chunk));
        }
    }
}

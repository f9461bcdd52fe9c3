package weave.recording;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/** What a recording should have and has not. */
final class Loss {
    private final List<Broken> broken = new ArrayList<>();
    private final Set<String> told = new LinkedHashSet<>();
    private final Numbers times = new Numbers();
    private final Numbers bytes = new Numbers();
    /** Stacks that were seen, and those of them whose outer frames are missing. */
    long stacks;
    long cutStacks;
    int deepest;
    int unfinished;

    private static final class Broken {
        final Path file;
        final int chunk;
        final long offset;
        final long size;
        final String message;

        Broken(Path file, int chunk, long offset, long size, String message) {
            this.file = file;
            this.chunk = chunk;
            this.offset = offset;
            this.size = size;
            this.message = message;
        }
    }

    /** Says it once for each chunk. */
    void broken(Path file, int chunk, long offset, long size, String message) {
        if (told.add(chunk + " " + file)) {
            broken.add(new Broken(file, chunk, offset, size, message));
        }
    }

    void broken(Chunk chunk, Throwable why) {
        String message = why.getMessage() == null ? why.getClass().getName() : why.getMessage();
        broken(chunk.file, chunk.number, chunk.offset, chunk.size, "it cannot be read: " + message);
    }

    /** {@code jdk.DataLoss}. */
    void lost(RecordedEvent event) {
        times.add(Events.nanos(event.getStartTime()));
        bytes.add(event.getLong("amount"));
    }

    /** The first thing that is wrong; null if there is none. */
    String first() {
        return broken.isEmpty() ? null : broken.get(0).message;
    }

    void write(Json json, Span span) {
        long[] buckets = new long[Span.BUCKETS];
        long all = 0;
        for (int i = 0; i < times.size(); i++) {
            buckets[span.bucket(times.get(i))] += bytes.get(i);
            all += bytes.get(i);
        }
        json.key("lost").beginObject().put("bytes", all).put("events", times.size());
        json.key("byBucket").beginArray();
        for (int i = 0; i < buckets.length; i++) {
            if (buckets[i] > 0) {
                json.value(i).value(buckets[i]);
            }
        }
        json.endArray().key("broken").beginArray();
        for (Broken one : broken) {
            json.beginObject().put("file", one.file.toString()).put("chunk", one.chunk).put("offset", one.offset)
                    .put("bytes", one.size).put("message", one.message).endObject();
        }
        json.endArray().put("cutStacks", cutStacks).put("stacks", stacks);
        json.putKnown("stackDepth", cutStacks > 0 ? deepest : -1).put("unfinished", unfinished).endObject();
    }
}

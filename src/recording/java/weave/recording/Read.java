package weave.recording;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads recordings and prints what a report needs, as JSON: progress and at last the report, or an error, one object a line. */
public final class Read {
    /** A report with more events in it would be too long. */
    private static final int MOST_EVENTS = 20_000;

    private final Options options;
    private final Writer out;
    private long total;
    private int percent = -1;

    private Read(Options options, Writer out) {
        this.options = options;
        this.out = out;
    }

    /** Something that ends the run with a message. */
    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;
        final transient Path file;

        Failure(Path file, String message) {
            super(message);
            this.file = file;
        }
    }

    /** The arguments are those that the tool makes. */
    public static void main(String[] arguments) throws IOException {
        PrintStream stdout = System.out;
        try (Writer out = new BufferedWriter(new OutputStreamWriter(stdout, StandardCharsets.US_ASCII), 1 << 16)) {
            Json json = new Json(out);
            try {
                new Read(new Options(arguments), out).run();
            } catch (Failure e) {
                json.beginObject().put("kind", "error").put("file", e.file == null ? null : e.file.toString());
                json.put("message", e.getMessage()).endObject();
            } catch (OutOfMemoryError e) {
                json = new Json(out);
                out.write('\n');
                json.beginObject().put("kind", "error").put("file", (String) null).put("message", "the JVM has too little memory").endObject();
            }
            out.write('\n');
        }
    }

    private void run() throws IOException, Failure {
        Loss loss = new Loss();
        List<Chunk> chunks = new ArrayList<>();
        List<Integer> chunksOfFile = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        for (Path file : options.files) {
            try {
                List<Chunk> found = Chunk.of(file, loss);
                chunks.addAll(found);
                chunksOfFile.add(found.size());
                sizes.add(Files.size(file));
            } catch (IOException e) {
                throw new Failure(file, "it cannot be read: " + e.getMessage());
            }
        }
        if (chunks.isEmpty()) {
            Path file = options.files.get(0);
            throw new Failure(file, loss.first() == null ? "it is empty" : loss.first());
        }
        for (Chunk chunk : chunks) {
            total += chunk.size;
            loss.unfinished += chunk.isUnfinished ? 1 : 0;
        }
        Span span = span(chunks);
        // Chunks of several files may have been given in any order.
        chunks.sort(Comparator.comparing((Chunk one) -> options.files.indexOf(one.file)).thenComparingInt(one -> one.number));
        Context context = new Context(options, span, loss);
        Reader reader = new Reader(context, this::progress);
        reader.read(chunks);
        if (reader.events == 0) {
            throw new Failure(options.files.get(0), loss.first() == null ? "it has no events" : loss.first());
        }
        new Report(reader, chunksOfFile, sizes, Math.min(MOST_EVENTS, options.events)).write(new Json(out));
    }

    private Span span(List<Chunk> chunks) throws Failure {
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (Chunk chunk : chunks) {
            start = Math.min(start, chunk.start);
            end = Math.max(end, chunk.end);
        }
        long from = time("--from", options.from, start, start);
        long to = time("--to", options.to, start, Math.max(end, start + 1));
        if (from >= to) {
            throw new Failure(null, "nothing is between " + (options.from == null ? "the start" : "--from " + options.from) + " and "
                    + (options.to == null ? "the end" : "--to " + options.to));
        }
        return new Span(from, to, options.from != null || options.to != null);
    }

    private static long time(String option, String text, long start, long otherwise) throws Failure {
        if (text == null) {
            return otherwise;
        }
        Long time = Times.parse(text, start);
        if (time == null) {
            throw new Failure(null, "`" + option + " " + text + "` is no time");
        }
        return time;
    }

    private void progress(long done) {
        int now = (int) (done * 100 / Math.max(1, total));
        if (now <= percent) {
            return;
        }
        percent = now;
        try {
            new Json(out).beginObject().put("kind", "progress").put("percent", now).endObject();
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

package weave.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Links every class of a woven application, and of the original if there is one, and reports what weaving should not have changed.
 *
 * <pre>java weave.verify.Verify (WOVEN | ORIGINAL WOVEN) [-cp PATH]...</pre>
 *
 * Prints JSON objects, one a line: {@code total}, then {@code progress} and {@code finding} in any order, at last {@code counts}. An
 * {@code error} ends the run.
 */
public final class Verify {
    /** So many classes are done between two objects of progress. */
    private static final int PROGRESS = 32;
    /** Each may hold a large class. */
    private static final int MOST_THREADS = 8;

    private final PrintStream out;
    private final Application original;
    private final Application woven;
    private final Linker linker = new Linker(name -> Reach.isOurs(name.replace('.', '/')));
    private final Reach reach = new Reach();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger linked = new AtomicInteger();
    private final AtomicInteger incomplete = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger wovenClasses = new AtomicInteger();
    private final AtomicInteger added = new AtomicInteger();

    /** {@code original} may be null. */
    private Verify(PrintStream out, Application original, Application woven) {
        this.out = out;
        this.original = original;
        this.woven = woven;
    }

    /** Started by {@code weave verify}. */
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, StandardCharsets.US_ASCII);
        List<Path> inputs = new ArrayList<>();
        List<Path> classPath = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("-cp")) {
                classPath.add(Path.of(arguments[++i]));
            } else {
                inputs.add(Path.of(arguments[i]));
            }
        }
        Path input = null;
        try {
            if (!Linker.verifies()) {
                throw new IOException("this JVM does not verify classes");
            }
            Map<Path, Layout.Root> known = new HashMap<>();
            Application[] applications = new Application[inputs.size()];
            for (int i = 0; i < applications.length; i++) {
                input = inputs.get(i);
                applications[i] = new Application(input, classPath, known);
            }
            int last = applications.length - 1;
            new Verify(out, last == 0 ? null : applications[0], applications[last]).run();
        } catch (IOException e) {
            Json error = new Json().put("kind", "error").put("message", String.valueOf(e.getMessage()));
            out.println(input == null ? error : error.put("input", input.toString()));
        }
        out.flush();
    }

    private void run() throws InterruptedException {
        SortedSet<String> places = new TreeSet<>(woven.subjects.keySet());
        if (original != null) {
            places.addAll(original.subjects.keySet());
            original.unreadable.forEach((place, why) -> {
                if (!woven.unreadable.containsKey(place) && !isThere(place)) {
                    finding(place, "gone", "the original has it, and the woven one does not");
                }
            });
        }
        woven.unreadable.forEach((place, why) -> {
            if (original == null || !original.unreadable.containsKey(place)) {
                finding(place, "unreadable", "it cannot be read: " + why);
            }
        });
        print(new Json().put("kind", "total").put("classes", places.size()));
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()));
        places.forEach(place -> threads.execute(() -> {
            try {
                verify(place);
            } catch (Throwable e) { // such as too little memory: it must not pass for a class without findings
                finding(place, "unreadable", "it cannot be verified: " + e);
            }
            int now = done.incrementAndGet();
            if (now % PROGRESS == 0) {
                print(new Json().put("kind", "progress").put("classes", now));
            }
        }));
        threads.shutdown();
        threads.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
        print(new Json().put("kind", "counts").put("classes", done.get()).put("linked", linked.get())
                .put("incomplete", incomplete.get()).put("failed", failed.get()).put("woven", wovenClasses.get()).put("added", added.get()));
    }

    private boolean isThere(String archive) {
        return woven.subjects.keySet().stream().anyMatch(place -> place.startsWith(archive + "!"));
    }

    private void verify(String place) throws IOException {
        Application.Subject before = original == null ? null : original.subjects.get(place);
        Application.Subject after = woven.subjects.get(place);
        if (after == null) {
            ClassFile gone = read(before);
            if (gone == null || !Reach.isOurs(gone.name())) {
                finding(place, "gone", "the original has this class, and the woven one does not");
            }
            return;
        }
        Linker.Outcome now = linker.link(after);
        Linker.Outcome then = before == null ? null : linker.link(before);
        count(now);
        if (then != null) {
            compareOutcomes(place, then, now);
        } else if (now.error != null && now.missing.isEmpty()) {
            finding(place, "outcome", "it does not link: " + now.error + ": " + now.message);
        }
        ClassFile classFile = read(after);
        if (classFile == null) {
            return; // what failed to link
        }
        if (original != null && before == null) {
            added.incrementAndGet();
        }
        if (Reach.isWoven(classFile)) {
            wovenClasses.incrementAndGet();
        }
        for (String problem : reach.problems(classFile, after.layout)) {
            finding(place, "reach", problem);
        }
        ClassFile unwoven = before == null || before.isModule ? null : read(before);
        if (unwoven != null && !Reach.isOurs(classFile.name())) {
            for (String difference : Comparison.of(unwoven, classFile)) {
                finding(place, "members", difference);
            }
        }
    }

    private void count(Linker.Outcome outcome) {
        if (outcome.error == null) {
            (outcome.missing.isEmpty() ? linked : incomplete).incrementAndGet();
        } else {
            failed.incrementAndGet();
        }
    }

    /** Of two failures only the error is compared: which of several classes or methods is the first to fail is chance. */
    private void compareOutcomes(String place, Linker.Outcome then, Linker.Outcome now) {
        if (then.error == null && now.error != null) {
            finding(place, "outcome", "it does not link, and the original does: " + now.error + ": " + now.message);
        } else if (then.error != null && now.error == null) {
            finding(place, "outcome", "it links, and the original does not: " + then.error + ": " + then.message);
        } else if (then.error != null && !then.error.equals(now.error)) {
            finding(place, "outcome", "it does not link: " + now.error + ": " + now.message
                    + "; nor does the original, but for another reason: " + then.error + ": " + then.message);
        } else if (then.error == null) {
            compareLoads(place, "linking it loads, and linking the original does not: ", now.loads, then.loads);
            compareLoads(place, "linking it no longer loads: ", then.loads, now.loads);
        }
    }

    private void compareLoads(String place, String text, Set<String> these, Set<String> others) {
        String more = these.stream().filter(name -> !others.contains(name) && !Reach.isOurs(name.replace('.', '/')))
                .map(name -> "`" + name + "`").collect(Collectors.joining(", "));
        if (!more.isEmpty()) {
            finding(place, "loads", text + more);
        }
    }

    /** Null for bytes that are not a class file. */
    private static ClassFile read(Application.Subject subject) throws IOException {
        try {
            ClassFile classFile = new ClassFile(subject.source.read());
            classFile.name();
            classFile.attributes();
            return classFile;
        } catch (ClassFormatError | IOException e) {
            return null;
        }
    }

    private void finding(String place, String kind, String message) {
        print(new Json().put("kind", "finding").put("place", place).put("finding", kind).put("message", message));
    }

    /** Nobody waits for a JVM whose output is closed. */
    private void print(Json object) {
        out.println(object);
        if (out.checkError()) {
            System.exit(1);
        }
    }
}

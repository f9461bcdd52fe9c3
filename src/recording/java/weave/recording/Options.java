package weave.recording;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/** What the tool asks for. It has checked its own options; times are read here. */
final class Options {
    final List<Path> files = new ArrayList<>();
    /** Keys, labels or names of probes; none for all. */
    final List<String> probes = new ArrayList<>();
    final List<String> threads = new ArrayList<>();
    String from;
    String to;
    int events = 20_000;
    boolean areAllPrinted;

    Options(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--probe":
                    probes.add(arguments[++i]);
                    break;
                case "--thread":
                    threads.add(arguments[++i]);
                    break;
                case "--from":
                    from = arguments[++i];
                    break;
                case "--to":
                    to = arguments[++i];
                    break;
                case "--events":
                    events = Integer.parseInt(arguments[++i]);
                    break;
                case "--all":
                    areAllPrinted = true;
                    break;
                case "--file":
                    files.add(Paths.get(arguments[++i]));
                    break;
                default:
                    throw new IllegalArgumentException(arguments[i]);
            }
        }
    }

    boolean isThreadWanted(String name) {
        return threads.isEmpty() || threads.contains(name);
    }
}

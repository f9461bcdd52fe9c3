package weave.runtime;

import java.io.PrintStream;
import java.util.HashSet;

/** What the shim has to say goes to standard error, once: {@code -Dweave.log=off|error|debug}. */
final class Log {
    static final int OFF = 0;
    static final int ERROR = 1;
    static final int DEBUG = 2;

    /** So many different things are said at most. */
    private static final int MOST = 1000;
    private static final int LEVEL = level(Settings.property("weave.log"));
    private static final HashSet<String> SAID = new HashSet<String>();

    private Log() {}

    private static int level(String name) {
        if (name == null) {
            return ERROR;
        }
        String trimmed = name.trim();
        return trimmed.equalsIgnoreCase("off") ? OFF : trimmed.equalsIgnoreCase("debug") ? DEBUG : ERROR;
    }

    static boolean isOn(int level) {
        return level <= LEVEL;
    }

    /** Says it, unless something was said under this name before. */
    static void once(int level, String name, String message) {
        if (!isOn(level)) {
            return;
        }
        synchronized (SAID) {
            if (SAID.size() >= MOST || !SAID.add(name)) {
                return;
            }
        }
        print("weave: " + message);
    }

    /** The stack trace of a failure, for those who look for its cause. */
    static void trace(Throwable t) {
        if (isOn(DEBUG)) {
            for (StackTraceElement frame : t.getStackTrace()) {
                print("weave:     at " + frame);
            }
        }
    }

    /** Standard error may be the application's own stream, and woven. */
    private static void print(String line) {
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            PrintStream err = System.err;
            if (err != null) {
                err.println(line);
            }
        } catch (Throwable t) {
            // There is no other place to say it.
        } finally {
            thread.busy--;
        }
    }
}

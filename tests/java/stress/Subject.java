/** What stress.toml weaves, each method by its name. */
final class Subject {
    interface Body {
        void run();
    }

    /** What is thrown, without the price of a stack trace. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message, null, false, false);
        }
    }

    private Subject() {}

    static void outer(String text, Body body) {
        body.run();
    }

    static void renames(String text, Body body) {
        body.run();
    }

    /** Recursion: the innermost text counts, which is that of all inner calls. Fails at the innermost call, or at none. */
    static int again(String text, String inner, int depth, boolean fails) {
        if (depth > 0) {
            return again(inner, inner, depth - 1, fails) + 1;
        }
        if (fails) {
            throw new Refused(text);
        }
        return 1;
    }

    static void fails(String text, Body body) {
        body.run();
        throw new Refused(text);
    }

    /** As {@link #fails}, and no event comes of it. */
    static void silent(String text, Body body) {
        body.run();
        throw new Refused(text);
    }

    static String deferred(String text, Body body) {
        body.run();
        return text;
    }

    static void open(Object object, String name) {}

    static void uses(Object object, String text, Body body) {
        body.run();
    }

    static void close(Object object) {}

    static void waits(Body body) {
        body.run();
    }

    static void blocks(Body body) {
        body.run();
        throw new Refused("blocked");
    }

    static void split(String text, Body body) {
        body.run();
    }

    /** Each call is an event; the innermost one fails, and the one at {@code caught} catches it. */
    static void own(int depth, int caught, Body body) {
        if (depth == 0) {
            body.run();
            throw new Refused("own");
        }
        if (depth == caught) {
            try {
                own(depth - 1, caught, body);
            } catch (Refused e) {
                // As it should be.
            }
        } else {
            own(depth - 1, caught, body);
        }
    }

    static class Base {
        Base(boolean early) {
            if (early) {
                throw new Refused("before");
            }
        }
    }

    /** Fails before {@code super()} has returned, after that, or not at all. */
    static final class Made extends Base {
        Made(String text, boolean early, boolean late, Body body) {
            super(early);
            body.run();
            if (late) {
                throw new Refused("after");
            }
        }
    }

    /** What a compiler makes of a method that suspends: its segments, and what it goes on with. */
    static final class Coroutine {
        static final int SEGMENTS = 4;
        private final String name;
        private int label;

        Coroutine(String name) {
            this.name = name;
        }

        /** Runs the next segment, inside of which other woven methods run. False: there is no further one. */
        boolean resume(Body body) {
            body.run();
            return ++label < SEGMENTS;
        }

        int label() {
            return label;
        }
    }
}

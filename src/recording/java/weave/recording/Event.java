package weave.recording;

/** A payload that is kept as it is. */
final class Event {
    static final int LONGEST = 1;
    static final int EXCEPTION = 2;
    static final int SAMPLE = 4;

    final long time;
    final long duration;
    final String text;
    final String type;
    /** The number of its control object, with that of its JVM; null if it has none. */
    final String object;
    final long id;
    final long outer;
    final int depth;
    final String method;
    final String exception;
    final int node;
    final int thread;
    /** Why it is kept. */
    int why;

    Event(long time, long duration, String text, String type, String object, long id, long outer, int depth, String method, String exception,
            int node, int thread) {
        this.time = time;
        this.duration = duration;
        this.text = text;
        this.type = type;
        this.object = object;
        this.id = id;
        this.outer = outer;
        this.depth = depth;
        this.method = method;
        this.exception = exception;
        this.node = node;
        this.thread = thread;
    }
}

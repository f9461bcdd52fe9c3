import java.util.concurrent.atomic.AtomicLong;

/** One method for each shape, all with the same little to do; those below the line are woven, each by its name. */
final class Calls {
    private static final AtomicLong IDS = new AtomicLong();
    private int state = 1;

    private int work(int n) {
        int x = state ^ n;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        state = x;
        return x;
    }

    int unwoven(int n) {
        return work(n);
    }

    /** What a programmer would write to record the same. */
    int written(int n) {
        Written event = new Written();
        event.begin();
        int result = work(n);
        event.end();
        if (event.shouldCommit()) {
            event.payload = "call " + n;
            event.id = IDS.incrementAndGet();
            event.method = "written";
            event.declaringClass = Calls.class;
            event.commit();
        }
        return result;
    }

    int calling(int n) {
        Handler.called(n);
        return work(n);
    }

    // ---

    int payload(int n) {
        return work(n);
    }

    int told(int n) {
        return work(n);
    }

    int split(int n) {
        return work(n);
    }

    int named(int n) {
        return work(n);
    }

    int called(int n) {
        return work(n);
    }

    int calledOnce(int n) {
        return work(n);
    }
}

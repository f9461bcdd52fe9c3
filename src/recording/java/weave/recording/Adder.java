package weave.recording;

import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Adds up events in a thread of its own, in the order in which they were read, while the next ones are read. */
final class Adder implements AutoCloseable {
    /** What is to be added up. */
    interface Sum {
        void addUp();
    }

    private static final int BATCH = 1024;
    private static final Sum[] END = new Sum[0];

    private final BlockingQueue<Sum[]> batches = new ArrayBlockingQueue<>(4);
    private final Thread thread = new Thread(null, this::run, "adder", 1 << 22);
    private Sum[] batch = new Sum[BATCH];
    private int size;
    private volatile Throwable failure;

    Adder() {
        thread.setDaemon(true);
        thread.start();
    }

    void add(Sum one) {
        batch[size++] = one;
        if (size == BATCH) {
            give(batch);
            batch = new Sum[BATCH];
            size = 0;
        }
    }

    private void give(Sum[] full) {
        try {
            batches.put(full);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        check();
    }

    private void run() {
        try {
            for (Sum[] next = batches.take(); next != END; next = batches.take()) {
                for (Sum one : next) {
                    if (failure == null) {
                        one.addUp();
                    }
                }
            }
        } catch (InterruptedException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            failure = e;
            batches.clear();
            drain();
        }
    }

    /** After a failure the reader must not wait for room. */
    private void drain() {
        try {
            while (batches.take() != END) {
                continue;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void check() {
        Throwable why = failure;
        if (why instanceof Error) {
            throw (Error) why;
        }
        if (why != null) {
            throw new IllegalStateException(why);
        }
    }

    /** Waits until all are added. */
    @Override
    public void close() {
        give(Arrays.copyOf(batch, size));
        give(END);
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        check();
    }
}

import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import io.netty.util.concurrent.DefaultEventExecutor;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Executors of the JDK, of Guava and of Netty. */
public final class ExecutorsPack {
    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(new Work());
        done(pool.submit(new Work())).get();
        done(pool.submit(new Question())).get(5, TimeUnit.SECONDS);
        pool.invokeAll(List.of(new Question(), new Question()));
        try {
            done(pool.submit(new Failure())).get();
        } catch (ExecutionException expected) {
            // The task fails.
        }
        CompletableFuture<String> lambda = CompletableFuture.supplyAsync(() -> "no class of its own", pool);
        done(lambda);
        lambda.join();
        pool.shutdown();
        pool.awaitTermination(5, TimeUnit.SECONDS);

        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        done(timer.schedule(new Work(), 1, TimeUnit.MILLISECONDS)).get();
        timer.shutdown();
        ForkJoinPool.commonPool().execute(new Work());
        ForkJoinPool.commonPool().awaitQuiescence(5, TimeUnit.SECONDS);

        ListeningExecutorService guava = MoreExecutors.newDirectExecutorService();
        done(guava.submit(new Work())).get();
        guava.shutdown();

        DefaultEventExecutor netty = new DefaultEventExecutor();
        done(netty.submit(new Work())).get();
        done(netty.shutdownGracefully(0, 0, TimeUnit.SECONDS));
    }

    /** A future that is done prints the same in every run. */
    private static <F extends Future<?>> F done(F future) throws InterruptedException {
        while (!future.isDone()) {
            Thread.sleep(1);
        }
        return future;
    }

    static final class Work implements Runnable {
        @Override
        public void run() {
            Thread.yield();
        }

        @Override
        public String toString() {
            return "work";
        }
    }

    static final class Question implements Callable<String> {
        @Override
        public String call() {
            return "answer";
        }

        @Override
        public String toString() {
            return "question";
        }
    }

    static final class Failure implements Callable<String> {
        @Override
        public String call() {
            throw new IllegalStateException("fails");
        }

        @Override
        public String toString() {
            return "failure";
        }
    }
}

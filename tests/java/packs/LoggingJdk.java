import java.util.logging.Level;
import java.util.logging.Logger;

/** The loggers of the JDK: two errors and two exceptions, and what is none. */
public final class LoggingJdk {
    public static void main(String[] arguments) {
        Logger logger = Logger.getLogger("shop.orders");
        logger.severe("stopped");
        Logger.getLogger("shop").severe("stopped");
        logger.log(Level.SEVERE, "failed", new IllegalStateException("secret"));
        logger.log(Level.WARNING, "slow", new IllegalStateException("secret"));
        logger.log(Level.SEVERE, "order {0}", 4711);
        logger.warning("slow");
    }
}

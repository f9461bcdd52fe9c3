import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MarkerFactory;

/** Logback, through SLF4J: seven errors, and what is none. */
public final class LoggingLogback {
    public static void main(String[] arguments) {
        Logger logger = LoggerFactory.getLogger("shop.orders");
        logger.error("stopped");
        logger.error("order {} is lost", 4711);
        logger.error("order {} of {} is lost", 4711, "somebody");
        logger.error("order {} of {} is lost at {}", 4711, "somebody", "noon");
        logger.error("failed", new IllegalStateException("secret"));
        logger.error(MarkerFactory.getMarker("M"), "marked {}", 4711);
        LoggerFactory.getLogger("shop").error("stopped");
        logger.warn("slow");
        logger.info("order {}", 4711);
    }
}

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.message.ParameterizedMessage;

/** Log4j 2: seven errors, and what is none. */
public final class LoggingLog4j {
    public static void main(String[] arguments) {
        Logger logger = LogManager.getLogger("shop.orders");
        logger.error("stopped");
        logger.error("order {} is lost", 4711);
        logger.error("order {} of {} is lost", 4711, "somebody");
        logger.error("failed", new IllegalStateException("secret"));
        logger.error(MarkerManager.getMarker("M"), "marked {}", 4711);
        logger.error(new ParameterizedMessage("message {}", 4711));
        logger.fatal("gone");
        logger.warn("slow");
        logger.info("order {}", 4711);
    }
}

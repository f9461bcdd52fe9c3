package weave.probe;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A class whose public static methods are a probe: the weaver looks for it, reads the annotations of its methods and weaves calls
 * of them. The simple name of the class is the name of the probe in event types.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Probe {
    /** What its events are called for people. */
    String name();

    /** What it is for: the description of its events. */
    String description() default "";

    /** Each payload is an event; without, only the totals of each name are recorded. */
    boolean events() default true;

    /** Control objects can be opened, closed and tied to payloads. */
    boolean controlObjects() default false;

    /** How many payloads end, how long they take on average and how many control objects are open is recorded once a second. */
    boolean defaultTelemetries() default true;

    /** The enum whose constants are the types of payloads; {@code toString()} says what a type is called. */
    @SuppressWarnings("rawtypes")
    Class<? extends Enum> customTypes() default Enum.class;
}

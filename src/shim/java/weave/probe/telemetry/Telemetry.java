package weave.probe.telemetry;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A number that is sampled once a second, by a thread that does nothing else: what the annotated method returns, which is public and
 * static, has no parameters, and gives a primitive number, a wrapper of one or a {@code java.math.BigDecimal}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Telemetry {
    /** The name of the telemetry. Methods with the same one are its lines. */
    String value();

    /** The name of the line, where there are several. */
    String line() default "";

    /** Unit, scale and appearance. */
    TelemetryFormat format() default @TelemetryFormat;
}

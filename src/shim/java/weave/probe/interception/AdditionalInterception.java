package weave.probe.interception;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls the annotated method at a further point of the calls that the nearest interception above it takes. It is public and static and
 * returns nothing; below a payload interception that returns a {@link weave.probe.Payload} it may return a {@code String}, the name.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AdditionalInterception {
    /** At which point. */
    InvocationType value();
}

package weave.probe.interception;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Records a payload from the beginning of the intercepted method to its end. The annotated method is public and static and returns the
 * payload's name, or at {@code ENTER} a {@link weave.probe.Payload}; null records nothing. It is called while the probe is recorded.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface PayloadInterception {
    /** At which point. */
    InvocationType invokeOn();

    /** Which method. */
    MethodSpec method();

    /**
     * Also for calls inside of a call that is intercepted already: what the inner one returns replaces what the payload was, which keeps
     * its beginning and its place.
     */
    boolean reentrant() default false;

    /** Recorded too when the method throws. At {@code EXIT} and {@code EXCEPTION} that is always so. */
    boolean exceptionPayloads() default false;
}

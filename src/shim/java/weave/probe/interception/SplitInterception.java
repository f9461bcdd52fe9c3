package weave.probe.interception;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes each call of the intercepted method a part of a tree of calls, under the name that the annotated method returns, and the
 * outermost one a payload besides. It is public and static and returns a {@code String} or a {@link weave.probe.Payload}; null makes
 * nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SplitInterception {
    /** Which method. */
    MethodSpec method();

    /** The outermost split makes a payload besides. */
    boolean payloads() default true;

    /** Also for calls inside of a call that is intercepted already: splits nest. */
    boolean reentrant() default false;

    /** The payload is recorded too when the method throws. */
    boolean exceptionPayloads() default false;
}

package weave.probe.interception;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls the annotated method at a point of others, whether anything is recorded or not. It is public and static and returns nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Interception {
    /** At which point. */
    InvocationType invokeOn();

    /** Which method. */
    MethodSpec method();

    /** Also for calls inside of a call that is intercepted already. */
    boolean reentrant() default true;
}

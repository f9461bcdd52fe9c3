package weave.probe.parameter;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The object whose method was called: an {@code Object}, or of the type in the method spec. Null for static methods, and at the beginning of constructors. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface ThisValue {}

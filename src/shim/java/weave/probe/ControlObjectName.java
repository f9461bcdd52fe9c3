package weave.probe;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method that names control objects which were never opened: it is asked once for each, when a payload first belongs to it.
 * It is public and static, takes an {@code Object} and returns a {@code String}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ControlObjectName {}

package weave.runtime.jfr;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;

/** The rule that an event type comes from: file name, line and key path. */
@MetadataDefinition
@Label("Weave Rule")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Rule {
    /** File name, line and key path. */
    String value();
}

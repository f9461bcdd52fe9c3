package weave.runtime.jfr;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;

/** The lines of a telemetry are parts of a whole: a graph shows them on top of each other. */
@MetadataDefinition
@Label("Stacked")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Stacked {}

package weave.runtime.jfr;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Relational;

/** The number of a heap sample: joins the allocation of an object and its collection. */
@MetadataDefinition
@Relational
@Label("Heap Sample Id")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface HeapSampleId {}

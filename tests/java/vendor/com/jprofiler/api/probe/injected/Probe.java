package com.jprofiler.api.probe.injected;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE})
public @interface Probe {
    String name();

    String description() default "";

    boolean events() default true;

    boolean controlObjects() default false;

    boolean defaultTelemetries() default true;

    Class<? extends Enum> customTypes() default Enum.class;
}

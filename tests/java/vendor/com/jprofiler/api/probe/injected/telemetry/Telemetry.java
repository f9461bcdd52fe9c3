package com.jprofiler.api.probe.injected.telemetry;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface Telemetry {
    String value();

    String line() default "";

    TelemetryFormat format() default @TelemetryFormat;
}

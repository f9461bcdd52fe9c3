package com.jprofiler.api.probe.injected.telemetry;

public @interface TelemetryFormat {
    TelemetryUnit value() default TelemetryUnit.PLAIN;

    int scale() default 0;

    boolean stacked() default false;
}

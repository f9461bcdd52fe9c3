package weave.probe.telemetry;

/** How the values of a telemetry are to be read. */
public @interface TelemetryFormat {
    /** Their unit. */
    TelemetryUnit value() default TelemetryUnit.PLAIN;

    /** They are multiplied with ten to the power of minus this. */
    int scale() default 0;

    /** A graph shows the lines of the telemetry on top of each other. */
    boolean stacked() default false;
}

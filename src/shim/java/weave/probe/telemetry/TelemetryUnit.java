package weave.probe.telemetry;

/** What the values of a telemetry are. */
public enum TelemetryUnit {
    /** A number. */
    PLAIN,
    /** So many a second. */
    PER_SECOND,
    /** Percents. */
    PERCENT,
    /** Milliseconds. */
    MILLISECONDS,
    /** Microseconds. */
    MICROSECONDS,
    /** Bytes. */
    BYTES
}

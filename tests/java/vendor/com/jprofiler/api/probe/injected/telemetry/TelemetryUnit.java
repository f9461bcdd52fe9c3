package com.jprofiler.api.probe.injected.telemetry;

public enum TelemetryUnit {
    PLAIN, PER_SECOND, PERCENT, MILLISECONDS, MICROSECONDS, BYTES
}

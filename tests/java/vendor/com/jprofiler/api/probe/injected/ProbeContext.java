package com.jprofiler.api.probe.injected;

public interface ProbeContext {
    void openControlObject(Object controlObject, String name);

    void closeControlObject(Object controlObject);

    Payload createPayload(String name, Object controlObject, Enum<?> type);

    Payload createPayloadWithDeferredName(Object controlObject, Enum<?> type);

    Payload getOuterPayload();

    void restartTiming();

    void restartTimingAndLocation();

    boolean isRecording();
}

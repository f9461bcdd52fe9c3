package com.jprofiler.api.probe.injected;

public interface Payload {
    String getName();

    Enum<?> getEventType();

    Object getControlObject();
}

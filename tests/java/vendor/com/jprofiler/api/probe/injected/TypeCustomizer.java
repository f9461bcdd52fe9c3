package com.jprofiler.api.probe.injected;

public interface TypeCustomizer {
    int getColor();
}

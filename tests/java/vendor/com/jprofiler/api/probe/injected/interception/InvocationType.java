package com.jprofiler.api.probe.injected.interception;

public enum InvocationType {
    ENTER, EXIT, RETURN, EXCEPTION
}

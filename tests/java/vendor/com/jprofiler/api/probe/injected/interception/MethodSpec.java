package com.jprofiler.api.probe.injected.interception;

public @interface MethodSpec {
    String className();

    String methodName();

    String[] parameterTypes();

    String returnType();

    boolean subtypes() default false;
}

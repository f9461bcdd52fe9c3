package com.jprofiler.api.probe.injected.interception;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface PayloadInterception {
    InvocationType invokeOn();

    MethodSpec method();

    boolean reentrant() default false;

    boolean exceptionPayloads() default false;
}

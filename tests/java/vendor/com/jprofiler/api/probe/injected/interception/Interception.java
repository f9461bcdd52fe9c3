package com.jprofiler.api.probe.injected.interception;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface Interception {
    InvocationType invokeOn();

    MethodSpec method();

    boolean reentrant() default true;
}

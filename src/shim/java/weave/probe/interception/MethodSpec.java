package weave.probe.interception;

/** The intercepted method. Types are fully qualified and erased, with dots, {@code $} for inner classes and {@code []} for arrays. */
public @interface MethodSpec {
    /** The class that declares it, or the highest one with {@link #subtypes}; {@code ""} is every class. */
    String className();

    /** Its name; {@code <init>} for a constructor. */
    String methodName();

    /** The types of its parameters, all of them. */
    String[] parameterTypes();

    /** The type of its result; {@code void} if there is none, as for constructors. */
    String returnType();

    /** The method is intercepted in all subtypes of the class as well. */
    boolean subtypes() default false;
}

package weave.probe.interception;

/** The point of the intercepted method at which a probe method is called. */
public enum InvocationType {
    /** Before its first instruction. There is neither a result nor an exception. */
    ENTER,
    /** However it ends: the result is null after an exception, the exception is null after a return. Not for constructors. */
    EXIT,
    /** When it returns. There is no exception. */
    RETURN,
    /** When an exception leaves it. There is no result. Not for constructors. */
    EXCEPTION
}

import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A hand-written event with the fields of a payload. */
@Name("cost.Written")
@StackTrace(false)
final class Written extends Event {
    String payload;
    String type;
    long controlObject;
    long id;
    long outer;
    int depth;
    String method;
    Class<?> declaringClass;
    String exception;
}

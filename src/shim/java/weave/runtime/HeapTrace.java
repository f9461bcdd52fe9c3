package weave.runtime;

/** A sampled allocation: which object, how large, where and by whom. */
public interface HeapTrace {
    /** The number of the sample. */
    long getId();

    /** The class of the object. */
    String getClassName();

    /** The size of the object in bytes, as the VM has it. */
    long getSize();

    /** For how many bytes of allocated objects the sample stands. */
    long getWeight();

    /** The number of the thread that has allocated it. */
    long getThreadId();

    /** The name of that thread. */
    String getThreadName();

    /** When it was allocated, in milliseconds since 1970. */
    long getTime();

    /** The site: class, method and descriptor, in front of its line. */
    String getSite();

    /** The stack, the method that allocates first. */
    HeapFrame[] getFrames();
}

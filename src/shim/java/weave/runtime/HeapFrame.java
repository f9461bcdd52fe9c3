package weave.runtime;

/** A method in the stack of a {@link HeapTrace}. */
public interface HeapFrame {
    /** The class that declares the method. */
    String getClassName();

    /** The method. */
    String getMethodName();

    /** The source file; null if it is not known. */
    String getFileName();

    /** The line; below zero if it is not known. */
    int getLineNumber();
}

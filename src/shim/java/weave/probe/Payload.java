package weave.probe;

/** A payload with more than a name. Made by {@link ProbeContext}, and not to be implemented. */
public interface Payload {
    /** Its name; null while it has none. */
    String getName();

    /** Its type, a constant of {@link Probe#customTypes}; null if it has none. */
    Enum<?> getEventType();

    /** The control object that it belongs to; null if there is none. */
    Object getControlObject();
}

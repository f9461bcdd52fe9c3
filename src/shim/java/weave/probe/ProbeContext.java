package weave.probe;

/** What a probe method can do besides returning a name. A parameter of this type, wherever it stands, is given one. */
public interface ProbeContext {
    /** Opens a control object and gives it a name, recorded or not. Nothing happens unless {@link Probe#controlObjects} is set. */
    void openControlObject(Object controlObject, String name);

    /** Closes a control object. One that is not open is left alone. */
    void closeControlObject(Object controlObject);

    /**
     * Makes a payload to be returned by a payload interception at {@code ENTER}, or by a split.
     *
     * @param name its name; null discards it
     * @param controlObject the object that it belongs to, or null
     * @param type a constant of {@link Probe#customTypes}, or null
     */
    Payload createPayload(String name, Object controlObject, Enum<?> type);

    /**
     * Makes a payload whose name is known at the end only: the additional interception below, at {@code EXIT}, returns it.
     *
     * @param controlObject the object that it belongs to, or null
     * @param type a constant of {@link Probe#customTypes}, or null
     */
    Payload createPayloadWithDeferredName(Object controlObject, Enum<?> type);

    /**
     * The payload of the call that this one is inside of; null if there is none. A payload interception that returns it leaves it
     * as it is.
     */
    Payload getOuterPayload();

    /** The clock of that payload starts again. */
    void restartTiming();

    /** As {@link #restartTiming}; besides, the payload is said to be where the latest payload was begun. */
    void restartTimingAndLocation();

    /** Whether payloads of the probe are recorded now. */
    boolean isRecording();
}

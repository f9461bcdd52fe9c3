package weave.probe;

/** For the enum of {@link Probe#customTypes}: types with colours. */
public interface TypeCustomizer {
    /** The colour of this constant, {@code 0xRRGGBB}. */
    int getColor();
}

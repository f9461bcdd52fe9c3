package vault;

/** A type that may be missing. */
public class Lost {}

package vault.base;

/** A type that subclasses of other packages may not name. */
class Quiet {}

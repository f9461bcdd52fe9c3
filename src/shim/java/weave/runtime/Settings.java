package weave.runtime;

/** Properties and variables, read once. One that may not be read counts as not set. */
final class Settings {
    /** Nothing of the woven code runs, plain interceptions included. */
    static final boolean KILLED = isOff(property("weave.enabled")) || isOff(variable("WEAVE_ENABLED"));
    private static final String DISABLED = property("weave.disable");

    private Settings() {}

    /** Whether this one probe is killed. */
    static boolean isDisabled(String key) {
        if (DISABLED != null) {
            for (String disabled : DISABLED.split(",")) {
                if (disabled.trim().equals(key)) {
                    return true;
                }
            }
        }
        return false;
    }

    static String property(String name) {
        try {
            return System.getProperty(name);
        } catch (SecurityException e) {
            return null;
        }
    }

    private static String variable(String name) {
        try {
            return System.getenv(name);
        } catch (SecurityException e) {
            return null;
        }
    }

    private static boolean isOff(String value) {
        return value != null && (value.trim().equalsIgnoreCase("false") || value.trim().equals("0"));
    }
}

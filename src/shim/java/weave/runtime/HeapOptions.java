package weave.runtime;

/** What the rules say about the sampler: a comma list. */
final class HeapOptions {
    /** Started when woven code is first used. */
    static final int JVM = 0;
    /** Started by recordings. */
    static final int RECORDING = 1;
    /** Started by {@link HeapSampling} alone. */
    static final int API = 2;

    final String text;
    long rate = 512 << 10;
    int storage = 200;
    /** How many frames of a stack are kept. */
    int depth = 64;
    int start = RECORDING;

    HeapOptions(String text) {
        this.text = text == null ? "" : text;
        for (String option : this.text.split(",")) {
            int equals = option.indexOf('=');
            if (equals > 0) {
                set(option.substring(0, equals), option.substring(equals + 1));
            }
        }
    }

    /** One that is not known is of a newer weaver. */
    private void set(String name, String value) {
        if (name.equals("rate")) {
            rate = Math.max(0, Long.parseLong(value));
        } else if (name.equals("storage")) {
            storage = Math.max(0, Integer.parseInt(value));
        } else if (name.equals("depth")) {
            depth = Math.max(0, Integer.parseInt(value));
        } else if (name.equals("start")) {
            start = value.equals("jvm") ? JVM : value.equals("api") ? API : RECORDING;
        }
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof HeapOptions)) {
            return false;
        }
        HeapOptions that = (HeapOptions) other;
        return rate == that.rate && storage == that.storage && depth == that.depth && start == that.start;
    }

    @Override
    public int hashCode() {
        return Long.valueOf(rate).hashCode() + storage + depth + start;
    }
}

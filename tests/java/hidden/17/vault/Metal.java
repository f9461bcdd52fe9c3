package vault;

/** An enum, one of whose constants is a class of the same nest. */
public enum Metal {
    GOLD("Au") {
        @Override
        public Object melt(Metal other) {
            return this;
        }
    },
    IRON("Fe");

    private final String sign;

    Metal(String sign) {
        this.sign = sign;
    }

    private String named() {
        return name() + " " + sign;
    }

    public Object melt(Metal other) {
        return other;
    }
}

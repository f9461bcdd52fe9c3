package vault;

/** A record with a private method. */
public record Coin(int value, String mint) {
    private String shown() {
        return value + " of " + mint;
    }

    public Object weigh(Coin other) {
        return null;
    }
}

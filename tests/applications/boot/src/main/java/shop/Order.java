package shop;

/** An order, as it is stored. */
public class Order {
    private final long id;
    private final String item;
    private final int pieces;
    private final long cents;

    Order(long id, String item, int pieces, long cents) {
        this.id = id;
        this.item = item;
        this.pieces = pieces;
        this.cents = cents;
    }

    public long getId() {
        return id;
    }

    public String getItem() {
        return item;
    }

    public int getPieces() {
        return pieces;
    }

    public long getCents() {
        return cents;
    }
}

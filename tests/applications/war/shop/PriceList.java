package shop;

/** What things cost. */
final class PriceList {
    private PriceList() {}

    /** In cents. */
    static long price(String item) {
        Counts.add("own", "Price", "price of " + item);
        if (item.isEmpty()) {
            throw new IllegalArgumentException("no item");
        }
        return item.length() * 100L + 99;
    }
}

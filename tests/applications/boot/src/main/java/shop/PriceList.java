package shop;

import org.springframework.stereotype.Component;

/** What things cost. */
@Component
public class PriceList {
    /** In cents. */
    long price(String item) {
        Counts.add("own", "Price", "price of " + item);
        if (item.isEmpty()) {
            throw new IllegalArgumentException("no item");
        }
        return item.length() * 100L + 99;
    }
}

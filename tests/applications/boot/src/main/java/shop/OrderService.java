package shop;

import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Orders, in transactions where they change something. */
@Service
public class OrderService {
    private final OrderStore store;
    private final PriceList prices;

    OrderService(OrderStore store, PriceList prices) {
        this.store = store;
        this.prices = prices;
    }

    public Order find(long id) {
        Counts.add("service", "", "OrderService.find");
        return store.find(id);
    }

    public List<Order> all() {
        Counts.add("service", "", "OrderService.all");
        return store.all();
    }

    /** Without an item there is no price, and the transaction is rolled back. */
    @Transactional
    public long place(String item, int pieces) {
        Counts.add("service", "", "OrderService.place");
        long id = store.count() + 1;
        store.add(new Order(id, item, pieces, pieces * prices.price(item)));
        return id;
    }

    @Transactional
    public int cancel(long id) {
        Counts.add("service", "", "OrderService.cancel");
        return store.cancel(id);
    }
}

package shop;

import java.util.List;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The orders over HTTP. */
@RestController
public class OrderController {
    private final OrderService orders;

    OrderController(OrderService orders) {
        this.orders = orders;
    }

    @GetMapping("/orders/{id}")
    public Order one(@PathVariable("id") long id) {
        Counts.add("controller", "", "OrderController.one");
        return orders.find(id);
    }

    @GetMapping("/orders")
    public List<Order> all() {
        Counts.add("controller", "", "OrderController.all");
        return orders.all();
    }

    @PostMapping("/orders")
    public long place(@RequestParam("item") String item, @RequestParam("pieces") int pieces) {
        Counts.add("controller", "", "OrderController.place");
        return orders.place(item, pieces);
    }

    @DeleteMapping("/orders/{id}")
    public int cancel(@PathVariable("id") long id) {
        Counts.add("controller", "", "OrderController.cancel");
        return orders.cancel(id);
    }

    @GetMapping("/end")
    public String end() {
        Counts.add("controller", "", "OrderController.end");
        Application.end();
        return "ending";
    }
}

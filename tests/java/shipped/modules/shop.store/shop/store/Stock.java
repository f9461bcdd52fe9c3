package shop.store;

/** In a package that is exported to one module. */
public class Stock {
    public static int count(int id) {
        System.out.println("event: shop.store.Stock.count");
        return id * 10;
    }
}

package shop.app;

import java.lang.reflect.Field;
import java.util.ServiceLoader;
import shop.api.Store;
import shop.store.Stock;
import tally.Tally;

/** Calls the other modules. Each method that the rules match prints the text of its event. */
public class Main {
    public static void main(String[] args) throws Exception {
        Store store = ServiceLoader.load(Store.class).findFirst().orElseThrow();
        for (int id = 0; id < 3; id++) {
            System.out.println(serve(store, id));
        }
        Field asked = store.getClass().getDeclaredField("asked");
        asked.setAccessible(true);
        System.out.println("asked " + asked.getInt(store) + ", sum " + Tally.sum());
        for (Class<?> type : new Class<?>[] {Main.class, store.getClass(), Tally.class}) {
            System.out.println(type + " in " + (type.getModule().isNamed() ? type.getModule() : "no module"));
        }
    }

    static String serve(Store store, int id) {
        System.out.println("event: shop.app.Main.serve");
        return store.find(id) + ", " + Stock.count(id) + " left";
    }
}

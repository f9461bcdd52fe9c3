package shop.store.internal;

import shop.api.Store;
import tally.Tally;

/** Found as a service, and read by reflection. */
public class MemoryStore implements Store {
    private int asked;

    @Override
    public String find(int id) {
        System.out.println("event: shop.store.internal.MemoryStore.find");
        Tally.add(id);
        asked++;
        return "item " + id;
    }
}

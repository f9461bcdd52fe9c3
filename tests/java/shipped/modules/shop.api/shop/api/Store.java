package shop.api;

/** A service. */
public interface Store {
    String find(int id);
}

package shop;

public interface Named {
    String getName();
}

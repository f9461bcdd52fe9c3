package shop.shared;

/** Something that the parts of an application do. */
public interface Work {
    String work(String item);
}

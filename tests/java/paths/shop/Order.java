package shop;

/** A class with members that only it, only its package, or everybody may read. */
public class Order extends Kept {
    private static String region = "eu";
    private final String secret;
    private int count;
    private long total = 1L << 40;
    private Part part;
    private final Customer customer;

    public Order(String secret, Customer customer, int parts) {
        this.secret = secret;
        this.customer = customer;
        for (int i = 0; i < parts; i++) {
            part = new Part("p" + i, part);
        }
    }

    public Customer getCustomer() {
        return customer;
    }

    Part near() {
        return part;
    }

    public Customer place(Customer by, byte[] data) {
        count++;
        return by;
    }

    public Customer named(Named by) {
        return null;
    }

    public Object own() {
        return null;
    }

    public Object parts() {
        return null;
    }

    public Object failing(Customer by) {
        return null;
    }

    public Object recursive(Customer by) {
        return null;
    }

    public int counted() {
        count += 10;
        return count;
    }

    public void refuse(String why) {
        count++;
        throw new IllegalArgumentException(why);
    }

    public String later() {
        return "later";
    }

    public Customer deferred() {
        return customer;
    }

    public Customer open() {
        return customer;
    }

    public void close(Order other) {
        count--;
    }

    public static Customer first(Customer[] all) {
        region = "us";
        return all[0];
    }

    public boolean called(java.io.File file) {
        return file.exists();
    }
}

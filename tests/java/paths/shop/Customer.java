package shop;

/** A class that everybody may read. */
public class Customer implements Named {
    public final String city;
    private final String name;

    public Customer(String name, String city) {
        this.name = name;
        this.city = city;
    }

    @Override
    public String getName() {
        return name;
    }

    public boolean isVip() {
        return true;
    }

    public String record() {
        return "record of " + name;
    }

    public String failing() {
        throw new IllegalStateException("no");
    }

    public String endless() {
        return endless();
    }

    /** Is woven too. */
    public String woven() {
        return "seen by " + name;
    }
}

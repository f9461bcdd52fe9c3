package vault;

/** A subclass of a class with private members. */
public class Small extends Safe {
    public Small(String code) {
        super(code, null);
    }

    @Override
    protected String stamp() {
        return "stamp of small";
    }
}

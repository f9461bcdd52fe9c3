package vault.base;

/** What it declares, subclasses of other packages inherit. */
public class Base {
    protected static String made = "here";
    protected String label = "label";
    protected Quiet quiet = new Quiet();

    protected String stamp() {
        return "stamp of base";
    }
}

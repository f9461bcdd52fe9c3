/** What plain interceptions call, woven and by hand. */
public final class Handler {
    private static int sum;

    private Handler() {}

    public static void called(int n) {
        sum += n;
    }
}

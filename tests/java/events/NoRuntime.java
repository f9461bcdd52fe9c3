/** Runs woven methods of several probes. */
final class NoRuntime {
    private NoRuntime() {}

    public static void main(String[] args) throws Exception {
        Shop.Connection connection = Shop.open("x");
        connection.query("x");
        connection.close();
        Thread other = new Thread(() -> Shop.framedSplit(() -> Shop.pay("x", () -> {})));
        other.start();
        other.join();
        try {
            Shop.framed(() -> {
                throw new IllegalStateException("as it should be");
            });
        } catch (IllegalStateException expected) {
            System.out.print("ran");
        }
    }
}

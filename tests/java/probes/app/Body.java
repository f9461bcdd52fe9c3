package app;

/** What a method of the application does inside. */
public interface Body {
    void run() throws Exception;

    /** Runs it. */
    static void run(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw Body.<RuntimeException>unchecked(e);
        }
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> T unchecked(Throwable t) throws T {
        throw (T) t;
    }
}

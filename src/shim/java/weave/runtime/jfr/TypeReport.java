package weave.runtime.jfr;

/** What the recorder calls for the types of a probe's payloads. */
final class TypeReport implements Runnable {
    private final JfrChannel channel;

    TypeReport(JfrChannel channel) {
        this.channel = channel;
    }

    @Override
    public void run() {
        channel.types();
    }
}

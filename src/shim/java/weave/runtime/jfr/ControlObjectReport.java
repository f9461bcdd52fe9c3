package weave.runtime.jfr;

/** What the recorder calls for the names of a probe's control objects. */
final class ControlObjectReport implements Runnable {
    private final JfrChannel channel;

    ControlObjectReport(JfrChannel channel) {
        this.channel = channel;
    }

    @Override
    public void run() {
        channel.begin();
    }
}

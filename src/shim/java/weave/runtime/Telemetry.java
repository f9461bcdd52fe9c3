package weave.runtime;

/** One telemetry of a probe: lines that are sampled together, and what becomes of their values. */
final class Telemetry {
    /** How many numbers describe a line: the telemetry, its source, its unit, its scale. */
    private static final int WIDTH = 4;
    /** Sources that are no methods of the application. */
    private static final int EVENTS = -1;
    private static final int AVERAGE_DURATION = -2;
    private static final int OPEN_CONTROL_OBJECTS = -3;

    private static final int PERCENT = 2;
    private static final int MILLISECONDS = 3;
    private static final int MICROSECONDS = 4;

    private final Probe probe;
    private final int index;
    private final String[] names;
    private final int[] sources;
    private final int[] units;
    private final int[] scales;

    private Telemetry(Probe probe, int index, int lines) {
        this.probe = probe;
        this.index = index;
        this.names = new String[lines];
        this.sources = new int[lines];
        this.units = new int[lines];
        this.scales = new int[lines];
    }

    /** Those that the generated class describes. */
    static Telemetry[] of(Probe probe, int[] described, String[] lineNames) {
        int count = described.length == 0 ? 0 : described[described.length - WIDTH] + 1;
        Telemetry[] all = new Telemetry[count];
        for (int i = 0; i < count; i++) {
            int lines = 0;
            for (int at = 0; at < described.length; at += WIDTH) {
                lines += described[at] == i ? 1 : 0;
            }
            Telemetry telemetry = new Telemetry(probe, i, lines);
            int line = 0;
            for (int at = 0; at < described.length; at += WIDTH) {
                if (described[at] == i) {
                    telemetry.names[line] = lineNames[at / WIDTH];
                    telemetry.sources[line] = described[at + 1];
                    telemetry.units[line] = described[at + 2];
                    telemetry.scales[line] = described[at + 3];
                    line++;
                }
            }
            all[i] = telemetry;
        }
        return all;
    }

    /** For messages. */
    String name() {
        return probe.key + ": " + names[0];
    }

    /** Whether it asks nothing of the application: then it cannot block. */
    boolean isOurs() {
        return sources.length > 0 && sources[0] < 0;
    }

    /** Asks every line for its value, and records them. */
    void sample() {
        Channel channel = probe.channel;
        if (channel == null || !channel.telemetryEnabled(index)) {
            return;
        }
        if (isOurs()) {
            probe.activity.advance();
        } else if (!probe.hasValues()) {
            return;
        }
        long[] wholes = new long[sources.length];
        double[] fractions = new double[sources.length];
        for (int line = 0; line < sources.length; line++) {
            fractions[line] = Scaled.NO_FRACTION;
            wholes[line] = Scaled.NO_WHOLE;
            read(line, wholes, fractions);
        }
        channel.telemetry(index, wholes, fractions);
    }

    /** A number of the application is read by its own methods: what they throw is a value that is missing, and said once. */
    private void read(int line, long[] wholes, double[] fractions) {
        Number value = value(sources[line], names[line]);
        PerThread thread = PerThread.current();
        thread.busy++;
        try {
            double fraction = Scaled.fraction(value, scale(line));
            wholes[line] = Scaled.whole(value, scale(line));
            fractions[line] = fraction;
        } catch (Throwable t) {
            Counters.FAILURES.incrementAndGet();
            Log.once(Log.ERROR, "number " + probe.events + " " + index + " " + line, "the value of telemetry " + names[line] + " of probe `"
                    + probe.key + "` cannot be read: " + probe.describe(t));
            Log.trace(t);
        } finally {
            thread.busy--;
        }
    }

    private Number value(int source, String name) {
        switch (source) {
            case EVENTS:
                return Long.valueOf(probe.activity.count());
            case AVERAGE_DURATION:
                return Double.valueOf(probe.activity.average());
            case OPEN_CONTROL_OBJECTS:
                return probe.controlObjects == null ? null : Long.valueOf(probe.controlObjects.open());
            default:
                return probe.ask(source, name);
        }
    }

    /** The value is divided by ten so many times: percents are fractions in events, and times are nanoseconds. */
    private int scale(int line) {
        switch (units[line]) {
            case PERCENT:
                return scales[line] + 2;
            case MILLISECONDS:
                return scales[line] - 6;
            case MICROSECONDS:
                return scales[line] - 3;
            default:
                return scales[line];
        }
    }
}

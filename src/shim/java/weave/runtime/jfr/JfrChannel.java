package weave.runtime.jfr;

import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import weave.runtime.Channel;
import weave.runtime.Events;

/** The event types of one probe. */
final class JfrChannel extends Channel implements Runnable {
    /** Where the telemetries begin in the list of types. */
    private static final int FIRST_TELEMETRY = 5;

    /** Whether it is on is a plain field in there: asking costs nothing. */
    private final EventType payload;
    private final EventType controlObject;
    private final EventType split;
    /** Null unless the probe has splits that are called for samples too. */
    private final Sampling sampling;
    private final EventType totals;
    private final EventType[] telemetries;
    /** What woven calls are recorded as: payloads, splits, or either. */
    private final EventType first;
    private final EventType second;
    private final boolean isSampled;
    private final EventType counted;
    /** What payloads are recorded as: themselves, or totals. */
    private final EventType recorded;
    /** Null where there is no limit, or the recorder sees to it. */
    private final Throttle throttle;
    /** Held here: the recorder may hold it weakly. */
    private final TypeReport types = new TypeReport(this);
    /** Held here for the same reason. */
    private final ControlObjectReport objects = new ControlObjectReport(this);
    private final ChunkEnd.Hook end = new ChunkEnd.Hook(this);

    JfrChannel(Events events, Jfr recorder) {
        super(events);
        int purposes = events.purposes();
        Class<?>[] types = events.types();
        this.payload = registered(types, 0);
        this.controlObject = registered(types, 1);
        this.split = registered(types, 2);
        this.sampling = (purposes & Events.SAMPLES) != 0 ? new Sampling() : null;
        this.totals = registered(types, 3);
        this.recorded = payload == null ? totals : payload;
        this.first = split == null || (purposes & Events.PAYLOADS) != 0 ? recorded : split;
        this.second = split == null ? recorded : split;
        this.isSampled = sampling != null;
        this.telemetries = new EventType[Math.max(types.length - FIRST_TELEMETRY, 0)];
        for (int i = 0; i < telemetries.length; i++) {
            telemetries[i] = register(types[FIRST_TELEMETRY + i]);
        }
        this.counted = counted(events.lines(), telemetries);
        this.throttle = Throttle.of(events.throttle());
        if (throttle != null) {
            throttle.read(payload, split);
            limit(throttle.payloads, throttle.splits);
        }
        if (totals != null) {
            recorder.hook(types[3].asSubclass(Event.class), this);
        }
        if (controlObject != null) {
            register(ChunkEnd.class);
            recorder.hook(ChunkEnd.class, end);
            recorder.hook(types[1].asSubclass(Event.class), objects);
        }
        if (registered(types, 4) != null) {
            recorder.hook(types[4].asSubclass(Event.class), this.types);
        }
    }

    /** The telemetry that counts payloads; null if the probe has none. */
    private static EventType counted(int[] lines, EventType[] telemetries) {
        int last = lines.length - 4;
        return last >= 0 && lines[last + 1] < 0 ? telemetries[lines[last]] : null;
    }

    /** The recorder asks for the totals. */
    @Override
    public void run() {
        drainTotals();
    }

    void types() {
        reportTypes();
    }

    void begin() {
        chunkBegins();
    }

    void end() {
        chunkEnds();
    }

    private static EventType registered(Class<?>[] types, int index) {
        return index < types.length && types[index] != null ? register(types[index]) : null;
    }

    static EventType register(Class<?> type) {
        Class<? extends Event> event = type.asSubclass(Event.class);
        FlightRecorder.register(event);
        return EventType.getEventType(event);
    }

    /**
     * At most 35 bytes of code, no branch, and no call but of these: HotSpot makes calls of longer methods, and of what it has hardly seen
     * run; and a loop around a call has to read all its fields anew.
     */
    @Override
    protected boolean isOn() {
        return first.isEnabled() | second.isEnabled() | isSampled;
    }

    @Override
    protected void readSettings() {
        if (throttle != null) {
            throttle.read(payload, split);
        }
    }

    @Override
    protected boolean payloadEnabled() {
        return recorded.isEnabled();
    }

    @Override
    protected boolean hasTotals() {
        return payload == null;
    }

    @Override
    protected boolean isCounted() {
        return payload == null || counted != null && counted.isEnabled();
    }

    @Override
    protected void restart(Object event) {
        if (event instanceof PayloadEvent) {
            ((PayloadEvent) event).begin();
        }
    }

    @Override
    protected void type(String name, String color) {
        TypeEvent event = (TypeEvent) events.type();
        event.type = name;
        event.color = color;
        event.commit();
    }

    @Override
    protected String[] typeColors() {
        return events.typeColors();
    }

    @Override
    protected void total(String name, long count, long nanos, long exceptions) {
        TotalsEvent event = (TotalsEvent) events.totals();
        event.name = name;
        event.count = count;
        event.totalDuration = nanos;
        event.exceptions = exceptions;
        event.commit();
    }

    @Override
    protected int[] lines() {
        return events.lines();
    }

    @Override
    protected String[] lineNames() {
        return events.lineNames();
    }

    @Override
    protected boolean telemetryEnabled(int index) {
        return telemetries[index].isEnabled();
    }

    @Override
    protected void telemetry(int index, long[] wholes, double[] fractions) {
        TelemetryEvent event = (TelemetryEvent) events.telemetry(index);
        event.set(wholes, fractions);
        event.commit();
    }

    @Override
    protected boolean splitEnabled() {
        return split != null && split.isEnabled();
    }

    @Override
    protected boolean samplingEnabled() {
        return sampling != null && sampling.isOn();
    }

    @Override
    protected boolean controlObjectEnabled() {
        return controlObject != null && controlObject.isEnabled();
    }

    @Override
    protected void controlObject(String action, long id, String name, Class<?> type) {
        ControlObjectEvent event = (ControlObjectEvent) events.controlObject();
        event.controlObject = id;
        event.name = name;
        event.action = action;
        event.type = type;
        event.commit();
    }
}

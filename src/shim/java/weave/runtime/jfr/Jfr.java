package weave.runtime.jfr;

import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import weave.runtime.Apart;
import weave.runtime.Channel;
import weave.runtime.Events;
import weave.runtime.HeapEvents;
import weave.runtime.Recorder;

/** The recorder of the JDK. The only class that the rest of the shim names, and only as text. */
public final class Jfr extends Recorder implements FlightRecorderListener, Runnable {
    /** Registered late: most programs have no thread states. */
    private volatile EventType threadState;
    /** Null where the runtime lasts as long as the JVM: then the recorder may keep what it likes. */
    private Kept kept;

    /** Found by name. */
    public Jfr() {}

    @Override
    protected boolean listen() {
        if (!FlightRecorder.isAvailable()) {
            return false;
        }
        if (!Apart.lasts()) {
            try {
                kept = new Kept();
                kept.listen(this);
                return true;
            } catch (Throwable t) {
                // No method handles, as in a native image: it is kept alive, but what is woven is recorded.
                kept = null;
            }
        }
        Apart.call(new Listening(this));
        return true;
    }

    /** Adds a listener. */
    static final class Listening implements Runnable {
        private final FlightRecorderListener listener;

        Listening(FlightRecorderListener listener) {
            this.listener = listener;
        }

        @Override
        public void run() {
            FlightRecorder.addListener(listener);
        }
    }

    /** Runs {@code hook}, which somebody must hold, whenever events of this type are due. */
    void hook(Class<? extends Event> type, Runnable hook) {
        if (kept != null) {
            try {
                kept.hook(type, hook);
                return;
            } catch (Throwable t) {
                kept = null;
            }
        }
        Apart.call(new Hooking(type, hook));
    }

    /** Adds a hook. */
    static final class Hooking implements Runnable {
        private final Class<? extends Event> type;
        private final Runnable hook;

        Hooking(Class<? extends Event> type, Runnable hook) {
            this.type = type;
            this.hook = hook;
        }

        @Override
        public void run() {
            FlightRecorder.addPeriodicEvent(type, hook);
        }
    }

    @Override
    protected boolean isRunning() {
        if (FlightRecorder.isInitialized()) {
            for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
                if (recording.getState() == RecordingState.RUNNING) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void recordingStateChanged(Recording recording) {
        run();
    }

    /** The state of a recording has changed. Throws nothing, whatever of the runtime is missing: it would come out of {@code Recording.start}. */
    @Override
    public void run() {
        try {
            changed();
        } catch (Throwable t) {
            // Nothing that could be said: what says it may be what is missing.
        }
    }

    @Override
    protected Channel open(Events events) {
        return new JfrChannel(events, this);
    }

    @Override
    protected HeapEvents openHeap() {
        return new JfrHeap(this);
    }

    @Override
    protected void loadStates() {
        if (threadState == null) {
            threadState = JfrChannel.register(ThreadStateEvent.class);
        }
    }

    @Override
    protected Object beginState(String state, String probe) {
        loadStates();
        if (!threadState.isEnabled()) {
            return null;
        }
        ThreadStateEvent event = new ThreadStateEvent();
        event.state = state;
        event.probe = probe;
        event.begin();
        return event;
    }

    @Override
    protected void commit(Object event) {
        ((Event) event).commit();
    }

    @Override
    protected void endState(Object event) {
        ((ThreadStateEvent) event).commit();
    }
}

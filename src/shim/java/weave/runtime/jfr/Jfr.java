package weave.runtime.jfr;

import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import weave.runtime.Channel;
import weave.runtime.Events;
import weave.runtime.Recorder;

/** The recorder of the JDK. The only class that the rest of the shim names, and only as text. */
public final class Jfr extends Recorder implements FlightRecorderListener {
    /** Registered late: most programs have no thread states. */
    private volatile EventType threadState;

    /** Found by name. */
    public Jfr() {}

    @Override
    protected boolean listen() {
        if (!FlightRecorder.isAvailable()) {
            return false;
        }
        FlightRecorder.addListener(this);
        return true;
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
        changed();
    }

    @Override
    protected Channel open(Events events) {
        return new JfrChannel(events);
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
    protected void endState(Object event) {
        ((ThreadStateEvent) event).commit();
    }
}

package weave.runtime;

/**
 * Loads the classes of the runtime before they are needed: once the class loader of a plug-in is closed, what has not been loaded is lost,
 * and the handling of one failure would end in another.
 */
final class Loaded {
    /**
     * All that any call may come to, but for what is loaded with it, and for {@link Recorded}, whose time {@link Unrecorded} decides. Event
     * classes are not among them: see {@link Probes}.
     */
    private static final String[] NAMES = {
        "Activity", "Apart$1", "Apart$2", "Binding$Known", "Channel", "Context", "ControlObjects", "ControlObjects$Known",
        "Copies", "Counters", "EnhancedPayload", "EnteredStates", "Entry", "Events", "Frame", "Guard", "Headroom", "Identity", "Identity$Same", "Idle", "Labels", "Log", "Nestings", "OpenPayload",
        "PayloadTypes", "PerThread", "Poller", "Probe", "RealStack", "Settings", "Slot", "Split", "StateEntry", "Telemetries", "Telemetry", "Text",
        "ThreadStates", "Totals", "Totals$1", "Totals$Total", "Unrecorded", "jfr.Jfr", "jfr.Jfr$Hooking", "jfr.Jfr$Listening", "jfr.JfrChannel", "jfr.Kept",
        "jfr.ControlObjectReport", "jfr.ChunkEnd$Hook", "jfr.Sampling", "jfr.Throttle", "jfr.TypeReport", "Limiter", "Scaled",
    };
    /** The same for what any allocation site may come to. */
    private static final String[] OF_SITES = {
        "AllocatedBytes", "Allocations", "Allocations$1", "Background", "Cells", "FullCollections", "FullCollections$Direct", "HeapEvents", "HeapFrame", "HeapSampling",
        "HeapSamplingMXBean", "HeapSamplingStats", "HeapStats", "HeapTrace", "HeapTraces", "Layout", "Place", "Remeasuring", "Resting", "Sample", "Sizes", "Sizes$1", "SlowPath", "Stacks",
        "Stacks$Key", "Stacks$StackFrame", "Trace", "Unsampled", "Untracked", "jfr.JfrHeap",
    };
    private static boolean isDone;
    private static boolean isDoneForSites;

    private Loaded() {}

    /** None is initialized: some must not be before their time. */
    static synchronized void all() {
        if (isDone) {
            return;
        }
        isDone = true;
        load(NAMES);
    }

    /** The classes of the heap sampler. */
    static synchronized void ofSites() {
        if (!isDoneForSites) {
            isDoneForSites = true;
            load(OF_SITES);
        }
    }

    private static void load(String[] names) {
        ClassLoader loader = Bridge.loader();
        for (String name : names) {
            try {
                Class.forName("weave.runtime." + name, false, loader);
            } catch (ClassNotFoundException e) {
                // Said where it is needed.
            } catch (LinkageError e) {
                // Without the module of the recorder some cannot be.
            }
        }
    }
}

//! The Java runtime that woven code calls, as compiled classes, and the names by which generated code calls it.
//!
//! `weave/runtime` is what generated code calls, `weave/probe` what probe classes are written with, and what they are compiled
//! against: the API. Sources lie in `java`, their classes in `classes`: both are committed, so that building needs no JDK, and a test
//! recompiles and compares. The classes have version 52 and no dependencies; those in `weave/runtime/jfr` name `jdk.jfr` and
//! are reached by name only, so that woven code runs on a JVM without that module.
//!
//! Invariant: a call here is never changed or removed once released. New ones raise [`CALLS`].

mod classes;
pub mod sampler;

pub use classes::{CLASSES, ShimClass};

/// The packages: of the runtime, of its part that names `jdk.jfr`, and of the API; in internal form.
pub const PACKAGES: [&str; 6] = [
    "weave/runtime",
    "weave/runtime/jfr",
    "weave/probe",
    "weave/probe/interception",
    "weave/probe/parameter",
    "weave/probe/telemetry",
];

/// The module of a runtime that lies beside the woven modules.
pub const MODULE: &str = "weave.runtime";

/// What the internal names of the API begin with.
pub const API: &str = "weave/probe/";

/// The classes that probe classes, and code that controls the heap sampler, are compiled against, sorted by path.
pub fn api() -> impl Iterator<Item = &'static ShimClass> {
    let is_api =
        |class: &&ShimClass| class.path.starts_with(API) || sampler::API.contains(&class.path);
    CLASSES.iter().filter(is_api)
}

/// The number of the calls below: the first argument of [`BIND`].
pub const CALLS: u16 = 3;

/// The class that has all calls, in internal form.
pub const SHIM: &str = "weave/runtime/Shim";
/// The class with the part that names `jdk.jfr`, which the runtime finds by its name.
pub const BY_NAME: &str = "weave/runtime/jfr/Jfr";
/// The superclass of the generated class that makes the events of a probe; its constructor has no parameters.
pub const EVENTS: &str = "weave/runtime/Events";
/// The superclass of generated payload events; its constructor has no parameters.
pub const PAYLOAD_EVENT: &str = "weave/runtime/jfr/PayloadEvent";
/// The superclass of generated control object events; its constructor has no parameters.
pub const CONTROL_OBJECT_EVENT: &str = "weave/runtime/jfr/ControlObjectEvent";
/// The superclass of generated split events; its constructor has no parameters.
pub const SPLIT_EVENT: &str = "weave/runtime/jfr/SplitEvent";
/// The event class of thread states.
pub const THREAD_STATE_EVENT: &str = "weave/runtime/jfr/ThreadStateEvent";
/// The event type by which the recorder says that a chunk ends.
pub const CHUNK_END: &str = "weave/runtime/jfr/ChunkEnd";
/// The superclass of generated totals; its constructor has no parameters.
pub const TOTALS_EVENT: &str = "weave/runtime/jfr/TotalsEvent";
/// The superclass of generated events with types of payloads; its constructor has no parameters.
pub const TYPE_EVENT: &str = "weave/runtime/jfr/TypeEvent";
/// The superclass of generated telemetries; its constructor has no parameters. It has the method [`SET`].
pub const TELEMETRY_EVENT: &str = "weave/runtime/jfr/TelemetryEvent";
/// The annotation of telemetries whose lines are parts of a whole: a descriptor.
pub const STACKED: &str = "Lweave/runtime/jfr/Stacked;";
/// The annotation of generated events that says which rule they come from: a descriptor. Its `value` is a String.
pub const RULE: &str = "Lweave/runtime/jfr/Rule;";

/// What [`HANDLING`] gives.
pub const GUARD: &str = "weave/runtime/Guard";
/// The `int` field of it that generated code sets to 0 when a handler has thrown.
pub const GUARD_FIELD: &str = "busy";
/// The type of the context that handlers take.
pub const PROBE_CONTEXT: &str = "weave/probe/ProbeContext";
/// The type of the payloads that handlers return.
pub const PROBE_PAYLOAD: &str = "weave/probe/Payload";

/// A static method of [`SHIM`], or a method of [`EVENTS`] that its generated subclass has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// Its name.
    pub name: &'static str,
    /// Its descriptor, JVMS §4.3.3.
    pub descriptor: &'static str,
}

const fn call(name: &'static str, descriptor: &'static str) -> Call {
    Call { name, descriptor }
}

/// `(calls, key, events, options, anchor) -> binding`: once per probe and woven jar. Null: nothing may run.
pub const BIND: Call = call(
    "bind",
    "(ILjava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;",
);
/// `(binding, values)`: what gives the values of telemetries by their number; null where the woven jar has none.
pub const TELEMETRIES: Call = call(
    "telemetries",
    "(Ljava/lang/Object;Ljava/util/function/IntFunction;)V",
);
/// `(binding, names)`: what names control objects that were never opened.
pub const NAMES: Call = call(
    "names",
    "(Ljava/lang/Object;Ljava/util/function/Function;)V",
);
/// `(binding)`: whether payloads may be recorded now; the guard.
pub const RECORDING: Call = call("recording", "(Ljava/lang/Object;)Z");
/// `(binding)`: whether plain interceptions run.
pub const ACTIVE: Call = call("active", "(Ljava/lang/Object;)Z");
/// `(binding, interception, flags, declaring class, method) -> token`: a payload, a split, or both begin. Null: nothing to record.
pub const ENTER: Call = call(
    "enter",
    "(Ljava/lang/Object;IILjava/lang/String;Ljava/lang/String;)Ljava/lang/Object;",
);
/// `(token)`: `super()` or `this()` has returned.
pub const CONSTRUCTED: Call = call("constructed", "(Ljava/lang/Object;)V");
/// `(token, payload, type)`: names the payload. A null payload discards it.
pub const NAME: Call = call(
    "name",
    "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;)V",
);
/// `(token, type)`: the name of the payload comes later, by [`RENAME`].
pub const DEFERRED: Call = call("deferred", "(Ljava/lang/Object;Ljava/lang/String;)V");
/// `(token, payload)`: names the payload whose name was deferred, or names it anew. Null discards it.
pub const RENAME: Call = call("rename", "(Ljava/lang/Object;Ljava/lang/String;)V");
/// `(token, String, Payload or null)`: describes the payload by what a handler has returned. Null discards it.
pub const PAYLOAD: Call = call("payload", "(Ljava/lang/Object;Ljava/lang/Object;)V");
/// `(binding, token or null) -> guard`: a handler is about to be called. Null: it must not be.
pub const HANDLING: Call = call(
    "handling",
    "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
);
/// `(guard)`: the handler has returned.
pub const HANDLED: Call = call("handled", "(Ljava/lang/Object;)V");
/// `(binding, token or null, exception)`: the handler has thrown, and its guard was taken off by [`GUARD_FIELD`].
pub const HANDLER_FAILED: Call = call(
    "handlerFailed",
    "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V",
);
/// `(token or null)`: what an adapter does for a call has failed: nothing comes of the call.
pub const LOST: Call = call("lost", "(Ljava/lang/Object;)V");
/// `(binding) -> context`: what handlers are given, a [`PROBE_CONTEXT`].
pub const CONTEXT: Call = call("context", "(Ljava/lang/Object;)Ljava/lang/Object;");
/// `(binding, name) -> class`: null if it is not found.
pub const DECLARING_CLASS: Call = call(
    "declaringClass",
    "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Class;",
);
/// `(token, state)`: the thread enters a state, see [`state`], and leaves it with the method of the token.
pub const STATE_UNTIL_END: Call = call("stateUntilEnd", "(Ljava/lang/Object;I)V");
/// `(token, object)`: ties the payload to a control object.
pub const CONTROL_OBJECT: Call = call("controlObject", "(Ljava/lang/Object;Ljava/lang/Object;)V");
/// `(token)`: the method returns. With calls 1.
pub const EXIT: Call = call("exit", "(Ljava/lang/Object;)V");
/// `(token, exception)`: the method throws. With calls 1.
pub const FAIL: Call = call("fail", "(Ljava/lang/Object;Ljava/lang/Throwable;)V");
/// `(token) -> event`: the method returns. What it gives is to be committed: an event shows the method that commits it on top of its stack
/// trace. It is a [`PAYLOAD_EVENT`], or, of a call that can make none, a [`SPLIT_EVENT`]; null: nothing.
pub const RETURNED: Call = call("returned", "(Ljava/lang/Object;)Ljava/lang/Object;");
/// `(token, exception) -> event`: the method throws. As [`RETURNED`].
pub const THROWN: Call = call(
    "thrown",
    "(Ljava/lang/Object;Ljava/lang/Throwable;)Ljava/lang/Object;",
);
/// `(token, exception or null) -> event`: after either of them, for a call that makes both. What it gives, a [`SPLIT_EVENT`], is to be
/// committed too.
pub const SPLIT: Call = call(
    "split",
    "(Ljava/lang/Object;Ljava/lang/Throwable;)Ljava/lang/Object;",
);
/// `(binding, interception) -> token`: a plain interception that is not reentrant begins. Null: inside itself.
pub const PLAIN: Call = call("plain", "(Ljava/lang/Object;I)Ljava/lang/Object;");
/// `(binding, interception, flags) -> token`: the same for one that calls a handler, reentrant or not. Null also where that
/// cannot be called now.
pub const PLAIN_HANDLER: Call = call("plain", "(Ljava/lang/Object;II)Ljava/lang/Object;");
/// `(token)`: the method of such an interception ends, in whichever way.
pub const LEAVE: Call = call("leave", "(Ljava/lang/Object;)V");
/// `(binding, object, name)`: opens a control object.
pub const OPEN_CONTROL_OBJECT: Call = call(
    "openControlObject",
    "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V",
);
/// `(binding, object)`: closes a control object.
pub const CLOSE_CONTROL_OBJECT: Call = call(
    "closeControlObject",
    "(Ljava/lang/Object;Ljava/lang/Object;)V",
);
/// `(binding, object, text)`: gives an object a label.
pub const LABEL: Call = call(
    "label",
    "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;)V",
);
/// `(binding, object) -> text`: the label of an object, or the name of its class.
pub const LABEL_OF: Call = call(
    "labelOf",
    "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
);
/// `(binding, state) -> token`: the thread enters a state, see [`state`].
pub const ENTER_STATE: Call = call("enterState", "(Ljava/lang/Object;I)Ljava/lang/Object;");
/// `(token)`: the thread leaves the state.
pub const EXIT_STATE: Call = call("exitState", "(Ljava/lang/Object;)V");
/// `(binding)`: the clock of the current payload starts again.
pub const RESTART_TIMING: Call = call("restartTiming", "(Ljava/lang/Object;)V");
/// `(binding)`: besides, the payload is said to be at the latest payload interception.
pub const RESTART_TIMING_AND_LOCATION: Call =
    call("restartTimingAndLocation", "(Ljava/lang/Object;)V");
/// `(reader, object) -> value`: what a path leads to, which a reader, a `java.util.function.Function`, reads from the object; `?` where
/// that fails.
pub const READ: Call = call(
    "read",
    "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
);
/// `(reader, object) -> value`: the same, and null where it fails.
pub const READ_OBJECT: Call = call(
    "readObject",
    "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
);
/// `(value, limit) -> String`: what a value is shown as, in at most so many characters.
pub const SHOWN: Call = call("shown", "(Ljava/lang/Object;I)Ljava/lang/String;");
/// `(text, max length) -> String`: the text, cut to its length.
pub const CUT: Call = call("cut", "(Ljava/lang/String;I)Ljava/lang/String;");
/// `(text, max length, regular expression) -> String`: the text with what matches blanked, cut to its length.
pub const REDACTED: Call = call(
    "redacted",
    "(Ljava/lang/String;ILjava/lang/String;)Ljava/lang/String;",
);

/// All calls of [`SHIM`].
pub const ALL_CALLS: &[Call] = &[
    BIND,
    TELEMETRIES,
    NAMES,
    RECORDING,
    ACTIVE,
    ENTER,
    CONSTRUCTED,
    NAME,
    DEFERRED,
    RENAME,
    PAYLOAD,
    HANDLING,
    HANDLED,
    HANDLER_FAILED,
    LOST,
    CONTEXT,
    DECLARING_CLASS,
    STATE_UNTIL_END,
    CONTROL_OBJECT,
    EXIT,
    FAIL,
    RETURNED,
    THROWN,
    SPLIT,
    PLAIN,
    PLAIN_HANDLER,
    LEAVE,
    OPEN_CONTROL_OBJECT,
    CLOSE_CONTROL_OBJECT,
    LABEL,
    LABEL_OF,
    ENTER_STATE,
    EXIT_STATE,
    RESTART_TIMING,
    RESTART_TIMING_AND_LOCATION,
    READ,
    READ_OBJECT,
    SHOWN,
    CUT,
    REDACTED,
];

/// Generated: a payload event whose clock runs.
pub const BEGIN_PAYLOAD: Call = call("beginPayload", "()Ljava/lang/Object;");
/// Generated: `(event, entry, exception or null) -> event`: ends it, and gives it with what the entry says; null if it is not to be
/// recorded.
pub const END_PAYLOAD: Call = call(
    "payload",
    "(Ljava/lang/Object;Lweave/runtime/Entry;Ljava/lang/Throwable;)Ljava/lang/Object;",
);
/// Generated: a split event whose clock runs.
pub const BEGIN_SPLIT: Call = call("beginSplit", "()Ljava/lang/Object;");
/// Generated: as [`END_PAYLOAD`].
pub const END_SPLIT: Call = call(
    "split",
    "(Ljava/lang/Object;Lweave/runtime/Entry;Ljava/lang/Throwable;)Ljava/lang/Object;",
);
/// Of [`EVENTS`]: whether one more payload is within the limit.
pub const PAYLOAD_ACCEPTED: Call = call("payloadAccepted", "()Z");
/// Of [`EVENTS`]: whether one more split is within the limit.
pub const SPLIT_ACCEPTED: Call = call("splitAccepted", "()Z");
/// Generated: at most so many payloads, and so many splits; only where the rules say so.
pub const THROTTLE: Call = call("throttle", "()Ljava/lang/String;");
/// Generated: the regular expressions of the probe: what matches is blanked in texts that no rule has made.
pub const REDACTS: Call = call("redacts", "()[Ljava/lang/String;");
/// Of [`PAYLOAD_EVENT`] and [`SPLIT_EVENT`]: `(entry, exception or null)`: sets the fields.
pub const SET_FROM: Call = call("set", "(Lweave/runtime/Entry;Ljava/lang/Throwable;)V");
/// Generated: what the calls are there for, see [`purpose`].
pub const PURPOSES: Call = call("purposes", "()I");
/// Generated: a new control object event, or null.
pub const NEW_CONTROL_OBJECT: Call = call("controlObject", "()Ljava/lang/Object;");
/// Generated: a new event with totals, or null.
pub const NEW_TOTALS: Call = call("totals", "()Ljava/lang/Object;");
/// Generated: a new event with a type of payloads, or null.
pub const NEW_TYPE: Call = call("type", "()Ljava/lang/Object;");
/// Generated: each type of payloads that the rules declare, followed by its colour, `#RRGGBB` or null.
pub const TYPE_COLORS: Call = call("typeColors", "()[Ljava/lang/String;");
/// Generated: a new event of the telemetry with this number.
pub const NEW_TELEMETRY: Call = call("telemetry", "(I)Ljava/lang/Object;");
/// Generated: what describes the lines of the telemetries, four numbers for each: telemetry, source, see [`source`], unit,
/// see [`mod@unit`], and scale.
pub const LINES: Call = call("lines", "()[I");
/// Generated: what the lines are called in messages.
pub const LINE_NAMES: Call = call("lineNames", "()[Ljava/lang/String;");
/// Generated, of [`TELEMETRY_EVENT`]: sets the fields, each from the whole numbers or from the others.
pub const SET: Call = call("set", "([J[D)V");
/// Generated: the event classes: payload, control object, split, totals, type; null where the probe has none; then telemetries.
pub const EVENT_TYPES: Call = call("types", "()[Ljava/lang/Class;");

/// Bits of the third argument of [`ENTER`].
pub mod flag {
    /// Recursion of the interception is recorded too.
    pub const REENTRANT: u16 = 1;
    /// A payload is recorded when the method throws.
    pub const EXCEPTION_PAYLOADS: u16 = 2;
    /// Each call is an event of its own (allow rules).
    pub const OWN_EVENT: u16 = 4;
    /// [`CONSTRUCTED`](super::CONSTRUCTED) follows.
    pub const CONSTRUCTOR: u16 = 8;
    /// [`NAME`](super::NAME) is called at the end.
    pub const NAME_AT_END: u16 = 16;
    /// Named and recorded at every exit.
    pub const ON_EXIT: u16 = 32;
    /// Named when the method returns.
    pub const ON_RETURN: u16 = 64;
    /// Named, and recorded, only when the method throws.
    pub const ON_EXCEPTION: u16 = 128;
    /// A split, without a payload unless [`PAYLOADS`] is set too.
    pub const SPLIT: u16 = 256;
    /// The split makes a payload.
    pub const PAYLOADS: u16 = 512;
    /// Woven around a call: no frame is known to be that of the method.
    pub const CALL_SITE: u16 = 1024;
    /// A split that is called as well while the recorder takes samples.
    pub const SAMPLED: u16 = 2048;
    /// Ignored while a payload of the probe is open in the thread.
    pub const OUTERMOST: u16 = 4096;
}

/// Bits of [`PURPOSES`].
pub mod purpose {
    /// Some make payloads.
    pub const PAYLOADS: i32 = 1;
    /// Some splits are called as well while the recorder takes samples.
    pub const SAMPLES: i32 = 2;
}

/// The second argument of [`ENTER_STATE`].
pub mod state {
    /// The thread counts as running.
    pub const RUNNABLE: u16 = 0;
    /// It waits for something to be done.
    pub const WAITING: u16 = 1;
    /// It is kept out by another thread.
    pub const BLOCKED: u16 = 2;
    /// It waits for the network.
    pub const NETIO: u16 = 3;
}

/// Sources of [`LINES`] that are no methods; those are numbered from 0.
pub mod source {
    /// Payloads that have ended.
    pub const EVENTS: i32 = -1;
    /// How long they took.
    pub const AVERAGE_DURATION: i32 = -2;
    /// Control objects that are open.
    pub const OPEN_CONTROL_OBJECTS: i32 = -3;
}

/// Units of [`LINES`].
pub mod unit {
    /// A number.
    pub const PLAIN: i32 = 0;
    /// So many a second.
    pub const PER_SECOND: i32 = 1;
    /// Percents.
    pub const PERCENT: i32 = 2;
    /// Milliseconds.
    pub const MILLISECONDS: i32 = 3;
    /// Microseconds.
    pub const MICROSECONDS: i32 = 4;
    /// Bytes.
    pub const BYTES: i32 = 5;
    /// Nanoseconds.
    pub const NANOSECONDS: i32 = 6;
}

/// Words of the comma list that is the fourth argument of [`BIND`].
pub mod option {
    /// The probe has control objects.
    pub const CONTROL_OBJECTS: &str = "control-objects";
    /// A control object that was never opened has the name of its class.
    pub const CLASS_NAMES: &str = "class-names";
    /// Event types are loaded when the probe is bound, and not with the first recording.
    pub const EAGER: &str = "eager";
    /// The probe sets thread states: their event type is loaded with those of the probe, and not at first use.
    pub const THREAD_STATES: &str = "thread-states";
    /// The probe is a class: what its handlers need is loaded when the probe is bound.
    pub const HANDLERS: &str = "handlers";
    /// Before the name of the enum with the types of its payloads.
    pub const TYPES: &str = "types=";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_sorted_and_have_version_52() {
        assert!(CLASSES.is_sorted_by(|a, b| a.path < b.path));
        for class in CLASSES {
            assert_eq!(
                class.bytes.get(..8),
                Some(&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52][..]),
                "{}",
                class.path
            );
            let package = class.path.rsplit_once('/').map(|(package, _)| package);
            assert!(
                PACKAGES.iter().any(|known| Some(*known) == package),
                "{}",
                class.path
            );
        }
    }

    /// A class that is forgotten there is missing once the loader is closed.
    #[test]
    fn all_classes_are_loaded_before_they_are_needed() {
        // Loaded with the runtime, with event classes, or when their time has come.
        let others = [
            "Apart",
            "Binding",
            "Bridge",
            "Bridge$1",
            "Bridge$Loader",
            "Counting",
            "HeapBean",
            "HeapOptions",
            "HeapSampler",
            "Loaded",
            "Probes",
            "Recorded",
            "Recorder",
            "Sampler",
            "Shim",
            "Site",
            "Sites",
            "Touched",
            "Tracked",
            "jfr.ChunkEnd",
            "jfr.ControlObjectEvent",
            "jfr.ControlObjectId",
            "jfr.HeapCollectedEvent",
            "jfr.HeapSampleEvent",
            "jfr.HeapSampleId",
            "jfr.HeapStatisticsEvent",
            "jfr.PayloadEvent",
            "jfr.Rule",
            "jfr.SpanId",
            "jfr.SplitEvent",
            "jfr.Stacked",
            "jfr.TelemetryEvent",
            "jfr.ThreadStateEvent",
            "jfr.TotalsEvent",
            "jfr.TypeEvent",
        ];
        let path = "weave/runtime/Loaded.class";
        let loaded = CLASSES.iter().find(|class| class.path == path).unwrap();
        for class in CLASSES {
            let Some(name) = class.path.strip_prefix("weave/runtime/") else {
                continue;
            };
            let name = name.strip_suffix(".class").unwrap().replace('/', ".");
            // JVMS §4.4.7: a tag, the length, the text.
            let length = u8::try_from(name.len()).unwrap();
            let constant = [&[1, 0, length], name.as_bytes()].concat();
            let is_named = loaded
                .bytes
                .windows(constant.len())
                .any(|is| is == constant);
            assert!(is_named || others.contains(&name.as_str()), "{name}");
        }
    }

    #[test]
    fn calls_are_those_of_the_class() {
        assert_calls(SHIM, ALL_CALLS);
        assert_calls(sampler::SAMPLER, sampler::ALL_CALLS);
        assert_calls(sampler::SAMPLE, &[sampler::COMMIT, sampler::NEXT]);
    }

    #[track_caller]
    fn assert_calls(class: &str, calls: &[Call]) {
        let path = format!("{class}.class");
        let shim = CLASSES.iter().find(|class| class.path == path).unwrap();
        let parsed = cafebabe::parse_class(shim.bytes).unwrap();
        let mut actual: Vec<String> = parsed
            .methods
            .iter()
            .filter(|method| {
                method
                    .access_flags
                    .contains(cafebabe::MethodAccessFlags::PUBLIC)
            })
            .map(|method| format!("{}{}", method.name, method.descriptor))
            .collect();
        let mut expected: Vec<String> = calls
            .iter()
            .map(|call| format!("{}{}", call.name, call.descriptor))
            .collect();
        actual.sort();
        expected.sort();
        assert_eq!(actual, expected);
    }
}

//! The calls of the heap sampler, a class of its own beside [`SHIM`](super::SHIM): what the adapters of allocation sites make.
//!
//! An adapter has at most 35 bytes of code, so that HotSpot inlines it wherever it is called, and names the object behind
//! [`IS_TRACKING`] alone, so that an object that does not escape may still be removed. It commits the sample itself: JFR puts the
//! method that commits an event on top of its stack.

use super::{Call, call};

/// The number of the calls below: the first argument of [`SITES`]. As with [`CALLS`](super::CALLS), calls are only ever added.
pub const CALLS: u16 = 1;

/// The class that has the calls, in internal form.
pub const SAMPLER: &str = "weave/runtime/Sampler";
/// The type of a site.
pub const SITE: &str = "weave/runtime/Site";
/// The type of a sample, an interface.
pub const SAMPLE: &str = "weave/runtime/Sample";

/// `(calls, options, table, count, anchor) -> sites`: once per class of adapters. Never null.
pub const SITES: Call = call(
    "sites",
    "(ILjava/lang/String;Ljava/lang/String;ILjava/lang/Class;)[Lweave/runtime/Site;",
);
/// `(site)`: counts an object; true: a sample is to be taken.
pub const COUNTS: Call = call("counts", "(Lweave/runtime/Site;)Z");
/// `(length, site)`: counts an array; true: a sample is to be taken.
pub const COUNTS_ARRAY: Call = call("counts", "(ILweave/runtime/Site;)Z");
/// Whether samples are to have the object.
pub const IS_TRACKING: Call = call("isTracking", "()Z");
/// `(object or null, site) -> sample`: never null.
pub const SAMPLED: Call = call(
    "sampled",
    "(Ljava/lang/Object;Lweave/runtime/Site;)Lweave/runtime/Sample;",
);
/// `(length, array or null, site) -> sample`: never null.
pub const SAMPLED_ARRAY: Call = call(
    "sampled",
    "(ILjava/lang/Object;Lweave/runtime/Site;)Lweave/runtime/Sample;",
);
/// `(object, site) -> sample`: counts and samples what has to be looked at; null: there is nothing to commit.
pub const ALLOCATED: Call = call(
    "allocated",
    "(Ljava/lang/Object;Lweave/runtime/Site;)Lweave/runtime/Sample;",
);

/// All calls of [`SAMPLER`].
pub const ALL_CALLS: &[Call] = &[
    SITES,
    COUNTS,
    COUNTS_ARRAY,
    IS_TRACKING,
    SAMPLED,
    SAMPLED_ARRAY,
    ALLOCATED,
];

/// Of [`SAMPLE`]: records it.
pub const COMMIT: Call = call("commit", "()V");
/// Of [`SAMPLE`]: `() -> sample`: the next one of the same site, or null.
pub const NEXT: Call = call("next", "()Lweave/runtime/Sample;");

/// The event types of the sampler, which the runtime names itself.
pub const EVENTS: [&str; 3] = [
    "weave/runtime/jfr/HeapSampleEvent",
    "weave/runtime/jfr/HeapCollectedEvent",
    "weave/runtime/jfr/HeapStatisticsEvent",
];

/// The classes by which an application controls the sampler: part of the API, like the types of probe classes.
pub(super) const API: [&str; 5] = [
    "weave/runtime/HeapFrame.class",
    "weave/runtime/HeapSampling.class",
    "weave/runtime/HeapSamplingMXBean.class",
    "weave/runtime/HeapSamplingStats.class",
    "weave/runtime/HeapTrace.class",
];

/// Words of the comma list that is the second argument of [`SITES`].
pub mod option {
    /// The mean number of bytes between two samples.
    pub const RATE: &str = "rate=";
    /// How many traces of garbage are kept.
    pub const STORAGE: &str = "storage=";
    /// How many frames of a stack are kept.
    pub const DEPTH: &str = "depth=";
    /// The sampler starts with the first woven code that allocates.
    pub const START_JVM: &str = "start=jvm";
    /// It runs while a recording has its events on.
    pub const START_RECORDING: &str = "start=recording";
    /// It is started by code, or by a client of JMX.
    pub const START_API: &str = "start=api";
}

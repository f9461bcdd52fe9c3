//! What a report says: the JSON that the Java program prints, `--format json` shows and the page reads.
//!
//! Times are nanoseconds since the start, durations nanoseconds. Numbers of texts are indices into [`Report::strings`], -1 where there is
//! none. `rules/report.schema.json` describes it for others.

use serde::{Deserialize, Serialize};

/// The version of the form of a report.
pub const SCHEMA: u32 = 1;

/// All that is known of one or more recordings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// When it was recorded, and from which files it was read.
    pub recording: Recording,
    /// The JVMs that wrote it.
    pub jvms: Vec<Jvm>,
    /// The machine of the last of them.
    pub machine: Machine,
    /// What is missing.
    pub lost: Lost,
    /// Sorted by label.
    pub probes: Vec<Probe>,
    /// Samples of the processor; `null` where there are none.
    pub cpu: Option<Samples>,
    /// Samples of allocations, by the recorder and by weave.
    pub allocations: Vec<Samples>,
    /// Of probes, and a few of the JVM.
    pub telemetries: Vec<Telemetry>,
    /// `null` where no probe gives any.
    #[serde(rename = "threadStates")]
    pub thread_states: Option<ThreadStates>,
    /// What the recorder was told.
    pub settings: Settings,
    /// How many events of each type there are.
    #[serde(rename = "eventTypes")]
    pub event_types: EventTypes,
    /// All threads that something is said of.
    pub threads: Threads,
    /// The frames of stacks.
    pub frames: Frames,
    /// Stacks, as one tree.
    pub traces: Traces,
    /// All texts.
    pub strings: Vec<String>,
    /// With `--compare`: the older recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<Box<Report>>,
}

/// When it was recorded, and from which files it was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recording {
    /// Milliseconds since 1970.
    pub start: i64,
    /// Nanoseconds to add to that.
    pub start_nanos: i64,
    /// How long it is.
    pub duration: i64,
    /// How many fine parts time is cut into.
    pub buckets: u32,
    /// How long each is.
    pub bucket_nanos: i64,
    /// How many coarse parts time is cut into.
    pub cells: u32,
    /// How long each is.
    pub cell_nanos: i64,
    /// All events that were read.
    pub events: u64,
    /// Those of weave.
    pub weave_events: u64,
    /// The files, in order.
    pub files: Vec<File>,
    /// Whether what is before `--from` or after `--to` is left out.
    pub is_cut: bool,
    /// `--probe`.
    pub only_probes: Vec<String>,
    /// `--thread`.
    pub only_threads: Vec<String>,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct File {
    /// Without its folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Whole chunks in it.
    pub chunks: u32,
}

/// A JVM; what is not recorded of it is `null`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Jvm {
    /// `OpenJDK 64-Bit Server VM`.
    pub name: Option<String>,
    /// `25.0.3+9-LTS`.
    pub version: Option<String>,
    /// Its main class or jar.
    pub main: Option<String>,
    /// Its process.
    pub pid: Option<u64>,
    /// Milliseconds since 1970.
    pub started: Option<i64>,
}

/// The machine; what is not recorded of it is `null`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Machine {
    /// Its operating system.
    pub os: Option<String>,
    /// Its processor.
    pub cpu: Option<String>,
    /// How many it has.
    pub cores: Option<u64>,
    /// How many threads run at once.
    pub hardware_threads: Option<u64>,
    /// In bytes.
    pub memory: Option<u64>,
}

/// What a recording should have and has not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Lost {
    /// Of events that the recorder dropped under load.
    pub bytes: u64,
    /// How often it said so.
    pub events: u64,
    /// Bucket and bytes, flat.
    pub by_bucket: Vec<i64>,
    /// Parts of files that could not be read.
    pub broken: Vec<Broken>,
    /// Stacks whose outer frames are missing.
    pub cut_stacks: u64,
    /// All stacks that were seen, each once a chunk.
    pub stacks: u64,
    /// How deep the cut ones are.
    pub stack_depth: Option<u64>,
    /// Chunks that their JVM did not finish.
    pub unfinished: u64,
}

/// A part of a file that could not be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Broken {
    /// Its path.
    pub file: String,
    /// From 1.
    pub chunk: u32,
    /// Where it begins.
    pub offset: u64,
    /// How long it is.
    pub bytes: u64,
    /// A sentence in which it is `it`.
    pub message: String,
}

/// All that is known of a probe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Probe {
    /// Its key in the rules.
    pub key: String,
    /// Its name.
    pub label: String,
    /// What the rules say of it.
    pub description: Option<String>,
    /// Where it stands.
    pub rule: Option<String>,
    /// What the names of its events begin with.
    pub prefix: String,
    /// The settings that were in force.
    pub force: Force,
    /// Whether there are sums only.
    pub totals: bool,
    /// How many payloads.
    pub count: u64,
    /// How long they took together.
    pub duration: i64,
    /// How many ended with an exception.
    pub exceptions: u64,
    /// The longest; `null` of sums.
    pub max: Option<i64>,
    /// The median; `null` of sums.
    pub p50: Option<i64>,
    /// `null` of sums.
    pub p95: Option<i64>,
    /// `null` of sums.
    pub p99: Option<i64>,
    /// How many splits.
    pub splits: u64,
    /// How many events of control objects.
    pub control_object_events: u64,
    /// By bucket.
    pub series: Series,
    /// Bucket, step and count, flat: four steps for each doubling of the duration.
    pub heat: Vec<i64>,
    /// Cell, step and count, flat: sixteen steps for each doubling.
    pub cells: Vec<i64>,
    /// How many different texts there are.
    pub text_count: u64,
    /// Whether there are more.
    pub text_count_is_lower: bool,
    /// How many there are without literals.
    pub collapsed_count: u64,
    /// By text.
    pub texts: Rows,
    /// By text without literals; `null` where that joins nothing.
    pub collapsed: Option<Rows>,
    /// By type.
    pub by_type: Rows,
    /// By the name of the control object; `null` where there is none.
    pub by_control_object: Option<Rows>,
    /// `null` where there is none.
    pub objects: Option<Objects>,
    /// Some of its payloads.
    pub events: Events,
    /// Its types.
    pub types: Vec<PayloadType>,
}

/// Settings that were in force; several values in one recording are joined by commas.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Force {
    /// Whether payloads were recorded.
    pub enabled: Option<String>,
    /// Those that took less are not there.
    pub threshold: Option<String>,
    /// How many a time.
    pub throttle: Option<String>,
    /// Whether they have stacks.
    pub stack_trace: Option<String>,
    /// Splits that took less are not there.
    pub split_threshold: Option<String>,
}

/// Payloads by the bucket in which they began.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// How many.
    pub count: Vec<u64>,
    /// How long together.
    pub duration: Vec<i64>,
    /// How many with an exception.
    pub exceptions: Vec<u64>,
}

/// Rows of hot spots, as columns; most time first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// What it is of: the number of a text.
    pub text: Vec<i64>,
    /// How many payloads.
    pub count: Vec<u64>,
    /// How long together.
    pub duration: Vec<i64>,
    /// How many with an exception.
    pub exceptions: Vec<u64>,
    /// The longest.
    pub max: Vec<Option<i64>>,
    /// The median.
    pub p50: Vec<Option<i64>>,
    /// 95 of a hundred are not longer.
    pub p95: Vec<Option<i64>>,
    /// 99 of a hundred are not longer.
    pub p99: Vec<Option<i64>>,
    /// The row of the same text without literals, or -1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collapsed: Option<Vec<i64>>,
    /// The row of all that is in no other, or -1.
    pub rest: i64,
    /// Cell, count, duration and exceptions, flat, of each row.
    pub cells: Vec<Vec<i64>>,
    /// Stack, count and duration, flat, of each row; -1 for all other stacks.
    pub traces: Vec<Vec<i64>>,
}

/// The time line of control objects, as columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Objects {
    /// Its number in its JVM.
    pub id: Vec<i64>,
    /// Its JVM.
    pub jvm: Vec<i64>,
    /// The number of its name.
    pub name: Vec<i64>,
    /// The number of the name of its class.
    #[serde(rename = "type")]
    pub kind: Vec<i64>,
    /// `null` if that was before.
    pub opened: Vec<Option<i64>>,
    /// `null` if it was not.
    pub closed: Vec<Option<i64>>,
    /// How many payloads.
    pub count: Vec<u64>,
    /// How long they took together.
    pub duration: Vec<i64>,
    /// How many parts `runs` cut time into.
    pub steps: u32,
    /// How long each is.
    pub step_nanos: i64,
    /// How many objects there were.
    pub of: u64,
    /// Whether there were more.
    pub of_is_lower: bool,
    /// First step, end and type, flat, of each: -1 idle, -2 busy without a type.
    pub runs: Vec<Vec<i64>>,
}

/// Payloads as they were recorded, as columns, by time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Events {
    /// When it began.
    pub time: Vec<i64>,
    /// How long it took.
    pub duration: Vec<i64>,
    /// The number of its text.
    pub text: Vec<i64>,
    /// The index of its type, or -1.
    #[serde(rename = "type")]
    pub kind: Vec<i64>,
    /// The row of its control object, or -1.
    pub object: Vec<i64>,
    /// Its number.
    pub id: Vec<String>,
    /// The number of the payload around it.
    pub outer: Vec<String>,
    /// How many payloads are around it.
    pub depth: Vec<i64>,
    /// The number of the name of its method.
    pub method: Vec<i64>,
    /// The number of the text of its exception.
    pub exception: Vec<i64>,
    /// Its stack.
    pub node: Vec<i64>,
    /// Its thread.
    pub thread: Vec<i64>,
    /// Why it is here: 1 one of the longest of its text, 2 it has an exception, 4 it is of the even sample.
    pub why: Vec<i64>,
    /// How many there were.
    pub of: u64,
}

/// A type of payloads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PayloadType {
    /// The number of its name.
    pub name: i64,
    /// `#RRGGBB`.
    pub color: Option<String>,
}

/// Samples, with the splits that they were taken in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Samples {
    /// The event type.
    pub event: String,
    /// What to call them.
    pub label: String,
    /// How many.
    pub n: u64,
    /// How many have no stack.
    pub without_stack: u64,
    /// How many could not be taken.
    pub failed: u64,
    /// How many were taken in a split.
    pub in_splits: u64,
    /// Bytes that samples of allocations stand for.
    pub weight: i64,
    /// By cell, thread and stack.
    pub samples: SampleRows,
    /// By split.
    pub splits: SplitRows,
}

/// Samples by cell, thread and stack, as columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SampleRows {
    /// When.
    pub cell: Vec<i64>,
    /// Where.
    pub thread: Vec<i64>,
    /// In what.
    pub node: Vec<i64>,
    /// Of which class; samples of allocations only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Vec<i64>>,
    /// For how many bytes; samples of allocations only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Vec<i64>>,
    /// How many.
    pub count: Vec<u64>,
}

/// Splits, as columns, most samples first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SplitRows {
    /// The index of its probe.
    pub probe: Vec<i64>,
    /// The number of its text.
    pub text: Vec<i64>,
    /// Samples in it.
    pub count: Vec<u64>,
    /// Samples in it and in no split inside of it.
    #[serde(rename = "self")]
    pub own: Vec<u64>,
    /// Bytes that its samples stand for.
    pub weight: Vec<i64>,
    /// How many splits.
    pub calls: Vec<u64>,
    /// How long they took together.
    pub duration: Vec<i64>,
}

/// Values over time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Telemetry {
    /// The last part of the name of its event type.
    pub key: String,
    /// Its name.
    pub label: String,
    /// The index of its probe; -1 for the JVM itself.
    pub probe: i64,
    /// Whether its lines are parts of a whole.
    pub stacked: bool,
    /// How many samples a point is the mean of.
    pub per_point: u64,
    /// Of each point.
    pub time: Vec<i64>,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// A line of a telemetry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// `bytes`, `ns`, `percent` (from 0 to 1), `per-second`, or empty.
    pub unit: String,
    /// Of each point.
    pub values: Vec<Option<f64>>,
    /// The largest of all samples.
    pub max: Option<f64>,
}

/// The states of threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThreadStates {
    /// Their names.
    pub states: Vec<String>,
    /// How many parts `runs` cut time into.
    pub steps: u32,
    /// How long each is.
    pub step_nanos: i64,
    /// By thread.
    pub rows: Vec<StateRow>,
    /// By probe and state.
    pub probes: StateProbes,
}

/// The states of a thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StateRow {
    /// The thread.
    pub thread: i64,
    /// How long in each state.
    pub totals: Vec<i64>,
    /// How often in each state.
    pub counts: Vec<u64>,
    /// First step, end and state, flat; -1 for none.
    pub runs: Vec<i64>,
}

/// States by probe, as columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StateProbes {
    /// The number of its name.
    pub probe: Vec<i64>,
    /// The index of the state.
    pub state: Vec<i64>,
    /// How long together.
    pub duration: Vec<i64>,
    /// How often.
    pub count: Vec<u64>,
}

/// Settings of the recorder, as columns of numbers of texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The event type.
    pub event: Vec<i64>,
    /// The setting.
    pub setting: Vec<i64>,
    /// Its value, or all that it had.
    pub value: Vec<i64>,
}

/// Event types that occur, as columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventTypes {
    /// The number of its name.
    pub name: Vec<i64>,
    /// The number of its label.
    pub label: Vec<i64>,
    /// How many events.
    pub count: Vec<u64>,
}

/// Threads, as columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Threads {
    /// The number of its name.
    pub name: Vec<i64>,
    /// -1 for none.
    pub java_id: Vec<i64>,
    /// -1 for none.
    pub os_id: Vec<i64>,
    /// Whether it is a virtual thread.
    #[serde(rename = "virtual")]
    pub is_virtual: Vec<bool>,
    /// The number of the name of its group.
    pub group: Vec<i64>,
}

/// Frames, as columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frames {
    /// The number of the text `com.acme.Shop.order`, or of that of a split.
    pub name: Vec<i64>,
    /// 0 where several occur.
    pub line: Vec<i64>,
    /// 0 Java, 1 a split, 2 native.
    pub kind: Vec<i64>,
    /// The index of the probe of a split; -1 for others.
    pub probe: Vec<i64>,
}

/// Stacks as a tree: 0 is the root, and each node a frame that was called by that of its parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Traces {
    /// Lower than the node itself; -1 for the root.
    pub parent: Vec<i64>,
    /// -1 for the root.
    pub frame: Vec<i64>,
}

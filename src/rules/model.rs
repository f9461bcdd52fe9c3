//! The checked model of a run's rules: no spans, nothing left to parse.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use crate::diagnostic::{self, Diagnostic};

use super::condition::{ClassCondition, MethodCondition};
use super::facts::{ClassFacts, Resolved};
use super::handler::{Handler, ProbeClass};
use super::path::ValuePath;
use super::telemetry::Telemetry;
use super::template::Template;

/// A rules file as it was read.
#[derive(Debug, Clone)]
pub struct RuleFile {
    /// The file's name, as manifests show it.
    pub name: String,
    /// The path as the user gave it, as messages show it.
    pub path: String,
    /// The text.
    pub text: Arc<str>,
}

/// A rules file and its hash.
#[derive(Debug, Clone)]
pub struct RuleSource {
    /// The file's name.
    pub name: String,
    /// The path as the user gave it.
    pub path: String,
    /// The text.
    pub text: Arc<str>,
    /// SHA-256 of the text, or of the jar or the classes, in hexadecimal.
    pub sha256: String,
}

/// Where probe classes are: a jar or a folder that a rules file names.
#[derive(Debug, Clone)]
pub struct ProbePath {
    /// Its path, from the folder in which the program runs.
    pub path: PathBuf,
    /// The path as it is written.
    pub shown: String,
    /// Where it is written.
    pub place: Option<(diagnostic::Origin, Range<usize>)>,
}

/// A class file that goes with the output.
#[derive(Debug, Clone)]
pub struct ShippedClass {
    /// Its path in an archive.
    pub path: String,
    /// The class file.
    pub bytes: Vec<u8>,
    /// It is not as it was found: its names of another API are ours now.
    pub is_renamed: bool,
}

/// All rules of a run.
#[derive(Debug, Clone)]
pub struct RuleSet {
    /// What event names begin with.
    pub event_prefix: String,
    /// The probes, in order.
    pub probes: Vec<Probe>,
    /// The block rules, in order.
    pub blocks: Vec<Selection>,
    /// The allow rules, in order.
    pub allows: Vec<Allow>,
    /// The files.
    pub sources: Vec<RuleSource>,
    /// The jars and folders of probe classes that the files name.
    pub probe_paths: Vec<ProbePath>,
    /// The classes of all of these.
    pub shipped: Vec<ShippedClass>,
    /// What the user should know.
    pub warnings: Vec<Diagnostic>,
}

impl RuleSet {
    /// Every interception with its probe: those of the probes, then those of the allow rules.
    pub fn interceptions(&self) -> impl Iterator<Item = (&Probe, &Interception)> {
        let declared = self.probes.iter().flat_map(|probe| {
            probe
                .interceptions
                .iter()
                .map(move |interception| (probe, interception))
        });
        declared.chain(
            self.allows
                .iter()
                .filter_map(|allow| Some((self.probes.get(allow.probe)?, &allow.interception))),
        )
    }

    /// The class components of all rules.
    pub fn class_conditions(&self) -> impl Iterator<Item = &ClassCondition> {
        let specs = self.probes.iter().flat_map(|probe| &probe.interceptions);
        let allows = self.allows.iter().map(|allow| &allow.selection);
        specs.map(|interception| &interception.method.class).chain(
            self.blocks
                .iter()
                .chain(allows)
                .filter_map(|one| one.class.as_ref()),
        )
    }

    /// The method components of all rules.
    pub fn method_conditions(&self) -> impl Iterator<Item = &MethodCondition> {
        let specs = self.probes.iter().flat_map(|probe| &probe.interceptions);
        let allows = self.allows.iter().map(|allow| &allow.selection);
        specs.map(|interception| &interception.method.method).chain(
            self.blocks
                .iter()
                .chain(allows)
                .filter_map(|one| one.method.as_ref()),
        )
    }

    /// True where some rule is about calls.
    pub fn weaves_calls(&self) -> bool {
        let mut all = self.interceptions();
        all.any(|(_, interception)| interception.at == At::Call)
    }

    /// True when some text or object is reached by a path, so that types have to be known.
    pub fn reads_paths(&self) -> bool {
        let mut all = self.interceptions();
        all.any(|(_, interception)| interception.reads_paths())
    }

    /// The name of an event type of a probe: `weave.jdbc.Payload`.
    pub fn event_name(&self, probe: &Probe, kind: &str) -> String {
        format!("{}.{}.{kind}", self.event_prefix, probe.key)
    }
}

/// Where a rule stands.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The file's name.
    pub file: String,
    /// The line, from 1; 0 where that is not known.
    pub line: u32,
    /// The path of keys: `probes.jdbc.interceptions[0]`.
    pub key: String,
    /// The bytes of the text that messages about it show; empty where there is no text.
    pub span: Range<usize>,
    /// The built-in pack that the file is.
    pub pack: Option<String>,
}

impl fmt::Display for Origin {
    /// `weave.toml:12 probes.jdbc.interceptions[0]`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{} {}", self.file, self.key),
            line => write!(f, "{}:{line} {}", self.file, self.key),
        }
    }
}

/// A probe: what is recorded under one name.
#[derive(Debug, Clone)]
pub struct Probe {
    /// Its key, part of event names.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// It has control objects.
    pub control_objects: bool,
    /// Its payloads are single events; else only their totals are recorded.
    pub events: bool,
    /// What is sampled once a second, in order; what the probe counts of its own is last.
    pub telemetries: Vec<Telemetry>,
    /// Its payload types.
    pub types: Vec<PayloadType>,
    /// Settings of its event types.
    pub settings: EventSettings,
    /// When its event types are registered.
    pub register: Register,
    /// Its interceptions, in order.
    pub interceptions: Vec<Interception>,
    /// Names control objects that were never opened.
    pub object_names: Option<Handler>,
    /// What it has because it is a class.
    pub class: Option<ProbeClass>,
    /// Where it stands.
    pub origin: Origin,
}

impl Probe {
    /// Some of its types have colours.
    pub fn has_colors(&self) -> bool {
        let of_class = self.class.as_ref().is_some_and(|class| class.colors);
        of_class || self.types.iter().any(|one| one.color.is_some())
    }

    /// It makes splits.
    pub fn has_splits(&self) -> bool {
        self.interceptions.iter().any(|interception| {
            matches!(&interception.action, Action::Payload(payload) if payload.split.is_some())
        })
    }
}

/// A kind of payload within a probe.
#[derive(Debug, Clone)]
pub struct PayloadType {
    /// Its name, as events show it.
    pub name: String,
    /// Its colour, as 0xRRGGBB.
    pub color: Option<u32>,
}

/// Defaults of an event type, as the recorder's annotations take them.
#[derive(Debug, Clone, Default)]
pub struct EventSettings {
    /// On unless a recording says otherwise.
    pub enabled: Option<bool>,
    /// Shorter ones are not recorded: `10 ms`.
    pub threshold: Option<String>,
    /// With the stack.
    pub stack_trace: Option<bool>,
    /// Rate limit, for example `100/s`.
    pub throttle: Option<String>,
}

/// When event types become known to the recorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Register {
    /// With the first recording.
    #[default]
    Lazy,
    /// With the first woven class.
    Eager,
}

/// A point of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// Before its first instruction.
    Enter,
    /// However it ends.
    Exit,
    /// When it returns.
    Return,
    /// When an exception leaves it.
    Exception,
}

/// Where an interception is woven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum At {
    /// Into the method.
    #[default]
    Method,
    /// Around the calls of the method, in its callers.
    Call,
}

/// What is done at a point of the methods that a spec matches.
#[derive(Debug, Clone)]
pub struct Interception {
    /// Unique in the rule set, in the order of the files.
    pub id: u32,
    /// In the method, or where it is called.
    pub at: At,
    /// The point.
    pub on: Point,
    /// Acts in recursive calls too.
    pub reentrant: bool,
    /// The methods.
    pub method: MethodSpec,
    /// What is done.
    pub action: Action,
    /// What is done besides, at further points of the same calls, in order.
    pub additional: Vec<Additional>,
    /// Where it stands.
    pub origin: Origin,
}

impl Interception {
    /// A call makes a payload, unless it is inside of another one.
    pub fn makes_payloads(&self) -> bool {
        match &self.action {
            Action::Payload(payload) => payload.split.is_none_or(|split| split.payloads),
            Action::Plain(_) => false,
        }
    }

    /// A split that does more than to be recorded: it is called as well while the recorder takes samples of the processor's time or of
    /// allocations. One that is only recorded would make its text for nothing.
    pub fn is_sampled(&self) -> bool {
        match &self.action {
            Action::Payload(payload) => {
                let does_more = payload.handler.is_some()
                    || payload.control_object.is_some()
                    || !self.additional.is_empty();
                payload.split.is_some() && does_more
            }
            Action::Plain(_) => false,
        }
    }

    /// A method of a probe class is called, by itself or by an additional interception.
    pub fn calls_handlers(&self) -> bool {
        self.handlers().next().is_some()
    }

    /// The methods of a probe class that are called: its own, and those of its additional interceptions.
    pub fn handlers(&self) -> impl Iterator<Item = &Handler> {
        let own = match &self.action {
            Action::Payload(payload) => &payload.handler,
            Action::Plain(plain) => &plain.handler,
        };
        let additional = self.additional.iter();
        own.iter()
            .chain(additional.filter_map(|one| one.effects.handler.as_ref()))
    }

    /// A text or an object of it, or of an additional interception, is reached by a path.
    pub fn reads_paths(&self) -> bool {
        let mut reads = false;
        self.each_path(&mut |path| reads |= path.has_steps());
        reads
    }

    /// Every value in its texts and every object that it names, those of additional interceptions included.
    pub fn each_path(&self, see: &mut impl FnMut(&ValuePath)) {
        match &self.action {
            Action::Payload(payload) => {
                payload.text.iter().for_each(|text| text.each_path(see));
                payload.control_object.iter().for_each(&mut *see);
            }
            Action::Plain(plain) => plain.each_path(see),
        }
        for additional in &self.additional {
            additional.name.iter().for_each(|name| name.each_path(see));
            additional.effects.each_path(see);
        }
    }

    /// It sets a thread state, itself or by an additional interception.
    pub fn sets_thread_state(&self) -> bool {
        let own = matches!(&self.action, Action::Plain(plain) if plain.thread_state.is_some());
        own || self
            .additional
            .iter()
            .any(|additional| additional.effects.thread_state.is_some())
    }
}

/// What is done at a further point of the calls of an interception.
#[derive(Debug, Clone)]
pub struct Additional {
    /// The point.
    pub on: Point,
    /// Names the payload of the interception that it belongs to.
    pub name: Option<Template>,
    /// What else it does.
    pub effects: Plain,
}

/// What an interception does.
#[derive(Debug, Clone)]
pub enum Action {
    /// It records a payload, a split, or both.
    Payload(Payload),
    /// It does something else.
    Plain(Plain),
}

/// A payload.
#[derive(Debug, Clone)]
pub struct Payload {
    /// Its name; `None` where an additional interception gives it.
    pub text: Option<Template>,
    /// Gives the name, type and control object in place of the text.
    pub handler: Option<Handler>,
    /// One of the probe's types.
    pub type_name: Option<String>,
    /// The object it belongs to.
    pub control_object: Option<ValuePath>,
    /// Recorded too when the method throws.
    pub exception_payloads: bool,
    /// An event for each call (allow rules).
    pub own_event: bool,
    /// Each call is a split.
    pub split: Option<Split>,
}

/// A split of the tree of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// The outermost one makes a payload besides.
    pub payloads: bool,
}

/// What a plain interception does.
#[derive(Debug, Clone, Default)]
pub struct Plain {
    /// Opens a control object, with its name.
    pub open: Option<(ValuePath, Template)>,
    /// Closes a control object.
    pub close: Option<ValuePath>,
    /// The state of the thread until the method ends.
    pub thread_state: Option<ThreadState>,
    /// The clock of the current payload starts again.
    pub restart_timing: bool,
    /// And its place is that of the latest payload interception.
    pub restart_timing_and_location: bool,
    /// Is called. In an additional interception what it answers is the name.
    pub handler: Option<Handler>,
}

impl Plain {
    fn each_path(&self, see: &mut impl FnMut(&ValuePath)) {
        if let Some((object, name)) = &self.open {
            see(object);
            name.each_path(see);
        }
        self.close.iter().for_each(see);
    }
}

/// The recorded state of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadState {
    /// Running.
    Runnable,
    /// Waiting for something to be done.
    Waiting,
    /// Kept out by another thread.
    Blocked,
    /// Waiting for the network.
    NetIo,
}

/// Which methods an interception is for.
#[derive(Debug, Clone, Default)]
pub struct MethodSpec {
    /// The class component.
    pub class: ClassCondition,
    /// The method component.
    pub method: MethodCondition,
}

impl MethodSpec {
    /// Does the class component mean a method that a call names in the class `owner`? It means a method by that class, and by the
    /// one that declares it; with `subtypes` by all supertypes of `owner`, and then what hides the method is another.
    /// `None`: that is not known, or takes what was not given.
    pub fn judge_call(&self, owner: &ClassFacts<'_>, resolved: Option<&Resolved>) -> Option<bool> {
        let Some(names) = &self.class.name else {
            return Some(true);
        };
        let judged = names.judge(|one| {
            if one.matches(owner.name) {
                Some(true)
            } else if self.class.subtypes {
                owner.lineage?.has(|name| one.matches(name))
            } else {
                resolved?.is(|method| one.matches(&method.class))
            }
        })?;
        if !judged || !self.class.subtypes || names.matches(owner.name) {
            return Some(judged);
        }
        resolved?.is(|method| {
            names.matches(&method.class) || self.method.may_override(method.access_flags)
        })
    }
}

/// The two components of a block or allow rule; a missing one is any.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The class component.
    pub class: Option<ClassCondition>,
    /// The method component.
    pub method: Option<MethodCondition>,
    /// Where it stands.
    pub origin: Origin,
}

/// An allow rule.
#[derive(Debug, Clone)]
pub struct Allow {
    /// What it selects.
    pub selection: Selection,
    /// Index of the probe it records for.
    pub probe: usize,
    /// What it weaves.
    pub interception: Interception,
}

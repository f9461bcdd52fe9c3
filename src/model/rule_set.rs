//! All rules of a run, and the files that they come from.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use crate::diagnostic::{self, Diagnostic};

use super::condition::{ClassCondition, MethodCondition};
use super::interception::{At, Interception};
use super::origin::Origin;
use super::probe::Probe;

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
    /// The jar or folder that it is from, as it is shown to people.
    pub source: String,
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

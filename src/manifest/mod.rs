//! The manifest: what a run did to an archive, and why. The same inputs, rules and tool give the same bytes: it contains no
//! times, no absolute paths and no thread counts.
//!
//! It is written in full beside the output (`out.jar.weave.json`) and in short into it
//! (`META-INF/weave/manifest.json`), where a second run finds it.

mod classes;
mod lines;
mod summed;

use std::fmt;
use std::io::{self, BufWriter, Write};

use serde::{Deserialize, Serialize};
use serde_json::Serializer;

pub use classes::{ClassUse, Classes, MethodUse, Unlisted};
pub use summed::{OutputUse, RunManifest, SummedRule};

use lines::Lines;

/// Where the short manifest lies in a woven archive.
pub const INSIDE: &str = "META-INF/weave/manifest.json";

/// The version of the format.
pub const SCHEMA: u32 = 1;

/// The tool and its version, as in every manifest.
pub const TOOL: &str = concat!("weave ", env!("CARGO_PKG_VERSION"));

/// Everything about one archive or folder.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`TOOL`].
    pub tool: String,
    /// Hash over all rules files, in order.
    pub rules_hash: String,
    /// The rules files.
    pub rules_files: Vec<Hashed>,
    /// The input.
    pub input: Hashed,
    /// The output; only in the manifest beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<Hashed>,
    /// The release of the JDK whose types decided about supertypes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jdk: Option<String>,
    /// Where the runtime is: `embed`, `beside` or `none`.
    pub runtime: String,
    /// The jars with the runtime that applications in the input have among their libraries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runtime_jars: Vec<RuntimeJarUse>,
    /// The packages of the adapters that were generated, one for each class root in which something was woven.
    pub packages: Vec<String>,
    /// The probes.
    pub probes: Vec<ProbeUse>,
    /// Numbers.
    pub counts: Counts,
    /// How often each rule matched.
    pub rules: Vec<RuleUse>,
    /// The woven methods by class.
    pub classes: Classes,
    /// The methods that rules match and that were not woven.
    pub skipped: Vec<Skipped>,
    /// Entries that could not be read and were copied.
    pub entries: Vec<SkippedEntry>,
    /// The types that were not found and on which the answer of a rule depends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unresolved: Vec<Unresolved>,
    /// Further warnings.
    pub warnings: Vec<String>,
    /// Of a folder that was woven into another folder: the paths of all files in the output. A later run removes those that it
    /// does not write again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

/// What a later run reads of the manifest beside a folder.
#[derive(Debug, Default, Deserialize)]
pub struct Written {
    /// The files that were written.
    #[serde(default)]
    pub files: Vec<String>,
}

/// A type that is neither in the inputs nor in the JDK nor on the class path.
#[derive(Debug, Clone, Serialize)]
pub struct Unresolved {
    /// Its binary name.
    #[serde(rename = "type")]
    pub name: String,
    /// The classes for which some rule needs the type; without it the rule does not match them.
    pub affects: Vec<String>,
}

/// A file by its name and content.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Hashed {
    /// The file's name, without folders.
    pub name: String,
    /// SHA-256 of its bytes, in hexadecimal; of a folder that of nothing.
    pub sha256: String,
}

/// A jar with the runtime in the output.
#[derive(Debug, Clone, Serialize)]
pub struct RuntimeJarUse {
    /// Its path: `BOOT-INF/lib/weave-runtime.jar`.
    pub entry: String,
    /// The layer of a container image that it goes to, where the archive has an index of layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<String>,
}

/// A probe in this archive.
#[derive(Debug, Clone, Serialize)]
pub struct ProbeUse {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The names of its event types.
    pub events: Vec<String>,
    /// Methods woven for it.
    pub methods: u64,
}

/// Numbers over the archive.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Counts {
    /// Entries of the archive, and of the archives in it.
    pub entries: u64,
    /// The archives in it, and in those, that were looked into.
    pub archives: u64,
    /// Entries that were inflated.
    pub entries_inflated: u64,
    /// Entries of which the head of the class was read, for its supertypes or annotations.
    pub heads_read: u64,
    /// Classes that were read.
    pub classes: u64,
    /// Classes that were changed.
    pub classes_woven: u64,
    /// Classes that were woven with the same rules before, and left as they are.
    pub classes_woven_before: u64,
    /// Methods with code in the classes read.
    pub methods: u64,
    /// Methods that were woven.
    pub methods_woven: u64,
    /// Methods that a rule matches and that were not woven.
    pub methods_skipped: u64,
    /// Calls of rules `at = "call"` that were woven; a call that several rules match counts for each.
    pub call_sites: u64,
    /// Methods that grew over 35 bytes of code: up to there small methods are inlined.
    pub over_35: u64,
    /// Methods that grew over 325 bytes: up to there hot methods are inlined.
    pub over_325: u64,
}

/// A rule and what it matched.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RuleUse {
    /// `file:line key`.
    pub rule: String,
    /// The built-in pack that contains it.
    #[serde(skip)]
    pub pack: Option<String>,
    /// Methods matched, woven or not; of a rule `at = "call"` the calls.
    pub matches: u64,
    /// If it matches none: the nearest methods of the class that it names, or the nearest classes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
    /// If it matches none: what to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// If it weaves none: the methods that meet its conditions, by the reason why they are not woven.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<MissedUse>,
}

/// Methods that meet the conditions of a rule and are not woven for it, for one reason.
#[derive(Debug, Clone, Serialize)]
pub struct MissedUse {
    /// A fixed word: `blocked`, `owned`, `limit`, `abstract`, `synthetic`, `no-override` or `unresolved`.
    pub reason: &'static str,
    /// The rule that blocks or owns them: `file:line key`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The kind of methods or classes that allow rules do not weave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// How many.
    pub methods: u64,
}

impl fmt::Display for MissedUse {
    /// A clause: `allow rules do not weave constructors (2 methods)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.methods == 1 {
            "method"
        } else {
            "methods"
        };
        let methods = format!("{} {noun}", self.methods);
        match (self.reason, &self.by, &self.kind) {
            ("blocked", Some(by), _) => write!(f, "`{by}` blocks {methods}"),
            ("owned", Some(by), _) => write!(f, "the earlier rule `{by}` owns {methods}"),
            // Their methods are not counted: the classes are not read.
            ("limit", _, Some(kind)) if self.methods == 0 => {
                write!(f, "allow rules never weave {kind}")
            }
            ("limit", _, Some(kind)) => write!(f, "allow rules never weave {kind} ({methods})"),
            ("abstract", ..) => write!(f, "abstract methods have no code ({methods})"),
            ("synthetic", ..) => {
                write!(
                    f,
                    "the compiler generated {methods}, which only their names match"
                )
            }
            ("no-override", ..) => {
                write!(f, "private and static methods override nothing ({methods})")
            }
            _ => write!(f, "types that decide about {methods} are not found"),
        }
    }
}

impl RuleUse {
    /// Adds what the same rule did in another archive.
    pub fn merge(&mut self, other: &Self) {
        self.matches += other.matches;
        for near in &other.nearest {
            if !self.nearest.contains(near) {
                self.nearest.push(near.clone());
            }
        }
        self.hint = self.hint.take().or_else(|| other.hint.clone());
        for missed in &other.missed {
            let is_same = |known: &&mut MissedUse| {
                (known.reason, &known.by, &known.kind) == (missed.reason, &missed.by, &missed.kind)
            };
            match self.missed.iter_mut().find(is_same) {
                Some(known) => known.methods += missed.methods,
                None => self.missed.push(missed.clone()),
            }
        }
    }
}

/// The archive in an input that an entry lies in: `BOOT-INF/lib/h2.jar` of `BOOT-INF/lib/h2.jar!org/h2/Driver.class`.
pub fn archive_of(entry: &str) -> Option<&str> {
    entry.rsplit_once('!').map(|(archive, _)| archive)
}

/// A method that matches and was not woven.
#[derive(Debug, Clone, Serialize)]
pub struct Skipped {
    /// Binary name of the class.
    pub class: String,
    /// Of a class in an archive in the input: that archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<String>,
    /// As in [`MethodUse`].
    pub method: String,
    /// A fixed word, such as `huge`.
    pub reason: String,
    /// The reason in a sentence.
    pub detail: String,
    /// The rule that matches: `file:line key`.
    pub rule: String,
}

/// An entry that was copied because it cannot be read.
#[derive(Debug, Clone, Serialize)]
pub struct SkippedEntry {
    /// Its name.
    pub entry: String,
    /// Why.
    pub reason: String,
}

/// The part of the manifest inside an archive that a second run reads.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Earlier {
    /// The tool that wove it.
    pub tool: String,
    /// The rules it was woven with.
    pub rules_hash: String,
    /// Where its runtime is: `embed`, `beside` or `none`.
    #[serde(default)]
    pub runtime: String,
}

impl Manifest {
    /// Writes the JSON text, with a newline at the end.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let mut json = Serializer::with_formatter(&mut out, Lines::default());
        self.serialize(&mut json)?;
        out.write_all(b"\n")?;
        out.flush()
    }

    /// The JSON text, with a newline at the end.
    ///
    /// # Errors
    /// The temporary file of [`Classes`] cannot be read.
    pub fn json(&self) -> io::Result<Vec<u8>> {
        let mut json = Vec::new();
        self.write(&mut json)?;
        Ok(json)
    }

    /// The manifest for the inside: without the lists of methods unless `full`, and never with the output's hash.
    #[must_use]
    pub fn inside(&self, full: bool) -> Self {
        let mut inside = Self {
            schema: self.schema,
            tool: self.tool.clone(),
            rules_hash: self.rules_hash.clone(),
            rules_files: self.rules_files.clone(),
            input: self.input.clone(),
            jdk: self.jdk.clone(),
            runtime: self.runtime.clone(),
            packages: self.packages.clone(),
            probes: self.probes.clone(),
            counts: self.counts.clone(),
            ..Self::default()
        };
        if full {
            inside.rules.clone_from(&self.rules);
            inside.classes.clone_from(&self.classes);
            inside.skipped.clone_from(&self.skipped);
            inside.entries.clone_from(&self.entries);
            inside.unresolved.clone_from(&self.unresolved);
            inside.warnings.clone_from(&self.warnings);
        }
        inside
    }
}

//! What a run is asked to do, and what came of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::manifest::Manifest;
use crate::model::RuleSet;
use crate::weave::{Explained, Question};

/// Where the runtime goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuntimePlace {
    /// Into each woven archive.
    Embed,
    /// Into one `weave-runtime.jar` beside the outputs, named by their `Class-Path`.
    Beside,
    /// Nowhere: it is on the class path already.
    None,
}

impl RuntimePlace {
    const ALL: [Self; 3] = [Self::Embed, Self::Beside, Self::None];

    /// The word of the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Embed => "embed",
            Self::Beside => "beside",
            Self::None => "none",
        }
    }

    /// The place that a word of the command line, or of a manifest, names.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.word() == word)
    }
}

/// A run.
#[derive(Debug)]
pub struct Job {
    /// Archives, and folders of classes or archives.
    pub inputs: Vec<PathBuf>,
    /// A file or folder for one input, a folder for several.
    pub output: PathBuf,
    /// The rules.
    pub rules: RuleSet,
    /// What `--classpath` says, where types of the rules are looked for.
    pub class_path: Vec<OsString>,
    /// The home of the JDK whose types count; `None` for `JAVA_HOME`, else `java` on the path.
    pub jdk: Option<PathBuf>,
    /// Where the runtime goes; `None` for what suits the inputs: embedded in one archive, beside several.
    pub runtime: Option<RuntimePlace>,
    /// Take signatures away where a signed archive changes.
    pub strip_signatures: bool,
    /// Weave methods that cross the length that `HotSpot` compiles.
    pub allow_huge: bool,
    /// Fail where something was skipped, could not be read, or a rule matched nothing.
    pub strict: bool,
    /// Worker threads; `None` for one a core.
    pub threads: Option<usize>,
    /// The folder for the manifests; `None` for a place beside each output.
    pub manifest_dir: Option<PathBuf>,
    /// Put the full manifest inside too.
    pub full_manifest_inside: bool,
    /// Do all but write.
    pub dry_run: bool,
    /// Do all but write, and explain this.
    pub question: Option<Question>,
}

/// Told how far the run is.
pub trait Progress: Sync {
    /// An input with this many files begins.
    fn begin(&self, input: &Path, files: usize);
    /// A file is done.
    fn tick(&self);
    /// The input is done.
    fn end(&self);
}

/// What became of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutcomeKind {
    /// It was woven, or nothing in it matched.
    Woven,
    /// It was woven with the same rules before, and copied.
    AlreadyWoven,
}

/// The result for one archive or folder.
#[derive(Debug)]
pub struct Outcome {
    /// The input.
    pub input: PathBuf,
    /// The output.
    pub output: PathBuf,
    /// What was done.
    pub kind: OutcomeKind,
    /// The full manifest.
    pub manifest: Manifest,
    /// What was explained, in the order of the input.
    pub explained: Vec<Explained>,
    /// Where the class that is to be explained is not there: the nearest ones.
    pub nearest: Vec<String>,
}

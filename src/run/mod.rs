//! A run on one page: inputs to outputs. Each input is looked at, its classes are woven over the worker threads, what woven
//! code needs is added, and when everything is written beside its place, everything is put in its place.

mod additions;
mod changes;
mod class_path;
mod commit;
mod declared;
mod earlier;
mod error;
mod folders;
mod look;
mod modules;
mod names;
mod one_input;
mod runtime;
mod signatures;
mod targets;
mod twice;
mod values;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, Once, PoisonError};

use anyhow::Context as _;

pub use error::{CannotWrite, Hint, hinted};
pub use runtime::{RuntimeJar, write_runtime};
pub use values::check_asked;

use crate::diagnostic::Level;
use crate::generate::Names;
use crate::hierarchy::{Hierarchy, Places, Source, Types};
use crate::input::Input;
use crate::manifest::Manifest;
use crate::model::{ClassCondition, RuleSet};
use crate::names::notation;
use crate::report::{About, Unwoven, unwoven};
use crate::weave::{Explained, Question, Weaving};
use commit::Pending;
use folders::Folders;
use targets::{Target, Targets};

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

    fn from_word(word: &str) -> Option<Self> {
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

/// An outcome whose files are written and not in place yet.
struct Finished {
    outcome: Outcome,
    pending: Vec<Pending>,
}

/// What all inputs of a run share.
struct Run<'j> {
    job: &'j Job,
    /// Over the rules files: what a second run compares.
    rules_hash: String,
    /// What generated classes say of their making.
    mark: String,
    /// The event classes, named by weave and the rules alone.
    events: Names,
    targets: &'j Targets,
    progress: &'j dyn Progress,
    types: Types<'j>,
    /// The warning about methods of telemetries that no input has was issued.
    missing: Once,
    /// The applications in whose libraries something was woven, by their folders in the output.
    applications: Mutex<BTreeSet<PathBuf>>,
    /// Some output names `weave-runtime.jar` in its `Class-Path`.
    beside: Mutex<BTreeSet<PathBuf>>,
    /// The folders that were made for outputs.
    folders: Folders,
    /// Something is woven in one of the inputs so far.
    is_woven: AtomicBool,
}

impl<'j> Run<'j> {
    fn weaving<'n>(&'n self, names: &'n Names) -> Weaving<'n>
    where
        'j: 'n,
    {
        Weaving {
            rules: &self.job.rules,
            names,
            allow_huge: self.job.allow_huge,
            hierarchy: self.types.asked(),
            question: self.job.question.as_ref(),
        }
    }

    fn about<'a>(&'a self) -> About<'a>
    where
        'j: 'a,
    {
        About {
            rules: &self.job.rules,
            rules_hash: &self.rules_hash,
            question: self.job.question.as_ref(),
            types: &self.types,
        }
    }

    /// There is one archive or folder: one without classes is a mistake, among others it may be there on purpose.
    fn is_single(&self) -> bool {
        self.targets.all.len() == 1
    }

    /// The last input in the order in which they are woven.
    fn is_last(&self, target: &Target) -> bool {
        let last = self.targets.in_order().last();
        last.is_some_and(|last| std::ptr::eq(last, target))
    }

    /// The classes of an input, where rules ask for types.
    fn source(&self, input: &Arc<Input>) -> Option<&Source> {
        self.types.asked()?.source(input)
    }

    /// An error where types of a JDK were needed, and there is none.
    fn check_jdk(&self) -> anyhow::Result<()> {
        let checked = self.types.asked().map_or(Ok(()), Hierarchy::check);
        checked.map_err(|error| {
            hinted(
                error,
                "--jdk names the home of a JDK, 9 or newer; without it that is JAVA_HOME, then `java` on the path",
            )
        })
    }
}

/// True where some rule needs to know types: what classes extend and implement, or what calls and paths mean.
fn asks_types(rules: &RuleSet) -> bool {
    let mut conditions = rules.class_conditions();
    conditions.any(ClassCondition::asks_hierarchy) || rules.weaves_calls() || rules.reads_paths()
}

/// Runs `job`.
///
/// # Errors
/// The first input that cannot be read, woven or written; outputs are written whole or not at all.
pub fn run(job: &Job, progress: &dyn Progress) -> anyhow::Result<Vec<Outcome>> {
    let targets = targets::targets(&job.inputs, &job.output)?;
    let places = |inputs| Places {
        inputs,
        class_path: &job.class_path,
        jdk: job.jdk.as_deref(),
    };
    let asked = if asks_types(&job.rules) {
        let inputs = targets.all.iter().map(Target::keep);
        let inputs = inputs.collect::<anyhow::Result<_>>()?;
        Some(Hierarchy::new(&places(inputs), &job.rules)?)
    } else {
        None
    };
    let optional = || {
        // A single input is known without.
        let others = targets.all.iter().filter(|_| targets.all.len() > 1);
        let inputs = others.filter_map(|target| target.open().ok()).collect();
        Hierarchy::new(&places(inputs), &job.rules).ok()
    };
    let rules_hash = names::rules_hash(&job.rules);
    let mark = names::mark(&rules_hash);
    let run = Run {
        job,
        events: names::events(&job.rules, &mark),
        rules_hash,
        mark,
        targets: &targets,
        progress,
        types: Types::new(asked, optional),
        missing: Once::new(),
        applications: Mutex::default(),
        beside: Mutex::default(),
        folders: Folders::default(),
        is_woven: AtomicBool::new(false),
    };
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = job.threads {
        pool = pool.num_threads(threads);
    }
    let pool = pool
        .build()
        .context("the worker threads cannot be started")?;
    let outcomes = pool.install(|| run.all());
    if outcomes.is_err() {
        run.folders.remove_empty();
    }
    outcomes
}

impl Run<'_> {
    fn all(&self) -> anyhow::Result<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        let mut pending = Vec::new();
        for target in self.targets.in_order() {
            let finished = target.open().and_then(|input| {
                let finished = one_input::weave(self, target, &input);
                finished.map_err(|error| target.named(error))
            })?;
            outcomes.push((target.number, finished.outcome));
            pending.extend(finished.pending);
        }
        outcomes.sort_by_key(|(number, _)| *number);
        let outcomes: Vec<Outcome> = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
        self.check_unmatched(&outcomes)?;
        let folders = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        for folder in folders.iter().filter(|_| !self.job.dry_run) {
            pending.push(runtime::beside(self, folder)?);
        }
        // Nothing is in its place before everything is written.
        commit::all(pending)?;
        Ok(outcomes)
    }

    /// With `--strict`, what was left alone or could not be read is an error.
    fn check_strict(&self, manifest: &Manifest) -> anyhow::Result<()> {
        if !self.job.strict {
            return Ok(());
        }
        if let Some(skipped) = manifest.skipped.first() {
            return Err(hinted(
                match (
                    manifest.skipped.len(),
                    notation::member(&skipped.class, &skipped.method),
                ) {
                    (1, method) => format!("`{method}` is not woven: {}", skipped.detail),
                    (all, method) => format!(
                        "{all} methods are not woven, the first is `{method}`: {}",
                        skipped.detail
                    ),
                },
                "exclude the methods by a [[block]] rule, or weave without --strict",
            ));
        }
        match manifest.entries.first() {
            Some(entry) => Err(hinted(
                format!("entry `{}` cannot be read: {}", entry.entry, entry.reason),
                "without --strict it is copied as it is",
            )),
            None => Ok(()),
        }
    }

    /// With `--strict`, a rule that weaves nothing in any input is an error.
    fn check_unmatched(&self, outcomes: &[Outcome]) -> anyhow::Result<()> {
        if !self.job.strict {
            return Ok(());
        }
        let manifests = outcomes.iter().map(|outcome| &outcome.manifest);
        let mut unwoven = unwoven(&self.job.rules, manifests);
        let Some(last) = unwoven.last_mut() else {
            return Ok(());
        };
        let help = "correct the rule, or weave without --strict";
        last.help.push(help.to_owned());
        for one in &mut unwoven {
            one.level = Level::Error;
        }
        Err(Unwoven(unwoven).into())
    }
}

/// The name that a file has in messages and manifests: without its folders.
fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// `output` with `.weave.json` behind it.
fn manifest_path(output: &Path) -> PathBuf {
    // `classes/` is the folder `classes`: its manifest lies beside it.
    let mut name = output.components().as_path().as_os_str().to_owned();
    name.push(".weave.json");
    PathBuf::from(name)
}

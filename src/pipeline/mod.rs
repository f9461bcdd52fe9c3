//! The whole flow: inputs to outputs, entries over worker threads, results in the order of the input.

mod archive;
mod calls;
mod class;
mod declared;
mod error;
mod explain;
mod folder;
mod modules;
mod names;
mod nearest;
mod nested;
mod references;
mod report;
mod runtime;
mod targets;
mod unwoven;
mod values;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Once, OnceLock};

use anyhow::Context as _;

pub use class::{ClassOutcome, NearMethod, SkippedMethod, Weaving, WovenMethod};
pub use error::{CannotWrite, Hint, hinted};
pub use explain::{Explained, ExplainedMethod, MethodOutcome, Question};
pub use runtime::{RuntimeJar, write_runtime};
pub use unwoven::{Unwoven, reason, rules_in_order, unwoven};
pub use values::check_asked;

use crate::diagnostic::Level;
use crate::digest::sha256;
use crate::generate::Names;
use crate::hierarchy::{Hierarchy, Places, Source};
use crate::jar::Staged;
use crate::manifest::Manifest;
use crate::rules::{ClassCondition, RuleSet, notation};
use runtime::Runtime;
use targets::{Kind, Target};

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
    /// The word of the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Embed => "embed",
            Self::Beside => "beside",
            Self::None => "none",
        }
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
    /// The home of the JDK whose types are meant; `None` for `JAVA_HOME`, else `java` on the path.
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
    /// An input with this many entries begins.
    fn begin(&self, input: &Path, entries: usize);
    /// An entry is done.
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

/// Files that wait until the whole run has succeeded.
enum Pending {
    Staged(Staged),
    Files {
        written: Vec<(PathBuf, Vec<u8>)>,
        copied: Vec<(PathBuf, PathBuf)>,
    },
}

impl Pending {
    fn commit(self) -> anyhow::Result<()> {
        match self {
            Self::Staged(staged) => {
                let name = archive::cannot_write(staged.target());
                staged.commit().context(name)
            }
            Self::Files { written, copied } => folder::put(&written, &copied),
        }
    }
}

/// What all inputs of a run share.
struct Run<'j> {
    job: &'j Job,
    /// Over the rules files: what a second run compares.
    rules_hash: String,
    /// The event classes, named by the rules alone.
    events: Names,
    place: RuntimePlace,
    targets: &'j [Target],
    progress: &'j dyn Progress,
    /// The types, where rules ask for them.
    hierarchy: Option<Hierarchy>,
    /// Those of other inputs, the JDK and the class path, where no rule asks for types and somebody else does.
    others: OnceLock<Option<Hierarchy>>,
    /// Set once the warning about missing telemetry methods was issued.
    missing: Once,
}

impl<'j> Run<'j> {
    /// The names of the adapters in the archive `name`: of the rules and the archive, so that no two collide.
    fn adapter_names(&self, name: &str) -> Names {
        let hash = sha256(format!("{}\n{name}", self.rules_hash).as_bytes());
        Names::new(&self.job.rules, &hash[..8])
    }

    fn weaving<'n>(&'n self, names: &'n Names) -> Weaving<'n>
    where
        'j: 'n,
    {
        Weaving {
            rules: &self.job.rules,
            names,
            allow_huge: self.job.allow_huge,
            hierarchy: self.hierarchy.as_ref(),
            question: self.job.question.as_ref(),
        }
    }

    /// There is one archive or folder: one without classes is a mistake, among others it may be there on purpose.
    fn is_single(&self) -> bool {
        self.targets.len() == 1
    }

    /// Type lookup for optional questions (suggestions, telemetry checks).
    fn types(&self) -> Option<&Hierarchy> {
        let others = || {
            let inputs = if self.is_single() { &[] } else { self.targets };
            Hierarchy::new(&places(self.job, inputs), &self.job.rules).ok()
        };
        let asked = self.hierarchy.as_ref();
        asked.or_else(|| self.others.get_or_init(others).as_ref())
    }

    /// The input of a target where its classes have been found already.
    fn source(&self, target: &Target) -> Option<&Source> {
        self.hierarchy.as_ref()?.input(&target.input)
    }

    /// An error where types of a JDK were needed, and there is none.
    fn check_jdk(&self) -> anyhow::Result<()> {
        let checked = self.hierarchy.as_ref().map_or(Ok(()), Hierarchy::check);
        checked.map_err(|error| {
            hinted(
                error,
                "--jdk names the home of a JDK, 9 or newer; without it that is JAVA_HOME, then `java` on the path",
            )
        })
    }
}

/// The types that the inputs extend, implement and call, where a rule asks for any.
fn hierarchy(job: &Job, targets: &[Target]) -> anyhow::Result<Option<Hierarchy>> {
    let mut conditions = job.rules.class_conditions();
    if !conditions.any(ClassCondition::asks_hierarchy)
        && !job.rules.weaves_calls()
        && !job.rules.reads_paths()
    {
        return Ok(None);
    }
    Ok(Some(Hierarchy::new(&places(job, targets), &job.rules)?))
}

/// Where the types of a run are looked for.
fn places<'p>(job: &'p Job, targets: &'p [Target]) -> Places<'p> {
    let inputs = targets.iter().map(|target| target.input.as_path());
    Places {
        inputs: inputs.collect(),
        class_path: &job.class_path,
        jdk: job.jdk.as_deref(),
    }
}

/// Runs `job`.
///
/// # Errors
/// The first input that cannot be read, woven or written; outputs are written whole or not at all.
pub fn run(job: &Job, progress: &dyn Progress) -> anyhow::Result<Vec<Outcome>> {
    let targets = targets::targets(&job.inputs, &job.output)?;
    let archives = targets
        .iter()
        .filter(|target| target.kind == Kind::Archive)
        .count();
    let place = job.runtime.unwrap_or(if archives > 1 {
        RuntimePlace::Beside
    } else {
        RuntimePlace::Embed
    });
    let rules_hash = rules_hash(&job.rules);
    let events = Names::new(&job.rules, &rules_hash[..8]);
    let run = Run {
        job,
        rules_hash,
        events,
        place,
        targets: &targets,
        progress,
        hierarchy: hierarchy(job, &targets)?,
        others: OnceLock::new(),
        missing: Once::new(),
    };
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = job.threads {
        pool = pool.num_threads(threads);
    }
    let pool = pool
        .build()
        .context("the worker threads cannot be started")?;
    pool.install(|| {
        let mut outcomes = Vec::new();
        let mut pending = Vec::new();
        for target in &targets {
            let finished = match target.kind {
                Kind::Archive => archive::weave(&run, target),
                Kind::Folder => folder::weave(&run, target),
            };
            let finished = finished.map_err(|error| {
                if error.is::<CannotWrite>() {
                    error
                } else {
                    error.context(format!("`{}`", target.input.display()))
                }
            })?;
            outcomes.push(finished.outcome);
            pending.extend(finished.pending);
        }
        run.check_unmatched(&outcomes)?;
        if place == RuntimePlace::Beside
            && outcomes
                .iter()
                .any(|outcome| outcome.manifest.counts.classes_woven > 0)
        {
            pending.extend(runtime::beside(
                &run,
                &targets::folder_of(&job.output, &targets),
            )?);
        }
        // Nothing is in its place before everything is written.
        pending.into_iter().try_for_each(Pending::commit)?;
        Ok(outcomes)
    })
}

/// The hash that stands for the rules: over the texts in their order, the event prefix is in them.
fn rules_hash(rules: &RuleSet) -> String {
    let texts: Vec<&str> = rules
        .sources
        .iter()
        .map(|source| source.sha256.as_str())
        .collect();
    sha256(texts.join("\n").as_bytes())
}

impl Run<'_> {
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
        if !self.job.strict
            || outcomes
                .iter()
                .any(|outcome| outcome.kind == OutcomeKind::AlreadyWoven)
        {
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

    /// The runtime with the event classes, for an archive.
    fn runtime(&self) -> anyhow::Result<Runtime> {
        Runtime::new(&self.job.rules, &self.events)
    }
}

/// Where a file is shown to be from: its name alone.
fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// `target` with `.weave.json` behind it.
fn manifest_path(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".weave.json");
    PathBuf::from(name)
}

impl Target {
    fn name(&self) -> String {
        file_name(&self.input)
    }
}

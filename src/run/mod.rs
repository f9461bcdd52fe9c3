//! A run on one page: inputs to outputs. Each input is looked at, its classes are woven over the worker threads, what woven
//! code needs is added, and when everything is written beside its place, everything is put in its place.

mod additions;
mod bundles;
mod changes;
mod class_path;
mod class_root;
mod commit;
mod context;
mod declared;
mod earlier;
mod error;
mod folders;
mod hashes;
mod home;
mod indexes;
mod job;
mod layers;
mod look;
mod modules;
mod names;
mod one_input;
mod paths;
mod runtime;
mod signatures;
mod targets;
mod twice;
mod unit;
mod values;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, Once, OnceLock, PoisonError};

use anyhow::Context as _;

pub use error::{CannotWrite, Hint, hinted};
pub use job::{Job, Outcome, OutcomeKind, Progress, RuntimePlace};
pub use runtime::{RuntimeJar, write_runtime};
pub use values::check_asked;

use crate::diagnostic::Level;
use crate::hierarchy::{Hierarchy, Places, Types};
use crate::model::{ClassCondition, RuleSet};
use crate::report::{Unwoven, unwoven};

use commit::Finished;
use context::Run;
use folders::Folders;
use targets::Target;

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
    let targets = targets::targets(job)?;
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
        libraries: Mutex::default(),
        beside: Mutex::default(),
        hashes: Mutex::default(),
        folders: Folders::default(),
        runtime: OnceLock::new(),
        runtime_jar: OnceLock::new(),
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
        let mut finished = BTreeMap::new();
        for target in self.targets.in_order() {
            finished.insert(target.number, self.one(target)?);
        }
        self.drop_hashes(&mut finished)?;
        let mut outcomes = Vec::new();
        let mut pending = Vec::new();
        for one in finished.into_values() {
            outcomes.push(one.outcome);
            pending.extend(one.pending);
        }
        self.check_unmatched(&outcomes)?;
        let folders = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        for folder in folders.iter().filter(|_| !self.job.dry_run) {
            pending.push(runtime::beside(self, folder)?);
        }
        if let Some(folder) = self.job.manifest_dir.as_ref().filter(|_| !self.job.dry_run) {
            pending.push(commit::summed(self, folder, &outcomes)?);
        }
        // Nothing is in its place before everything is written.
        commit::all(pending)?;
        Ok(outcomes)
    }

    fn one(&self, target: &Target) -> anyhow::Result<Finished> {
        target.open().and_then(|input| {
            let finished = one_input::weave(self, target, &input);
            finished.map_err(|error| target.named(error))
        })
    }

    /// Weaves the inputs again that record hashes of changed modules: then they change too.
    fn drop_hashes(&self, finished: &mut BTreeMap<usize, Finished>) -> anyhow::Result<()> {
        let recorders = self.hashes().recorders();
        let recorders: Vec<&Target> = self
            .targets
            .all
            .iter()
            .filter(|target| recorders.contains(&target.number))
            .collect();
        let mut dropped = BTreeMap::new();
        let mut is_done = false;
        while !std::mem::replace(&mut is_done, true) {
            for &target in &recorders {
                let stale = self.hashes().stale(target);
                if dropped
                    .insert(target.number, stale.clone())
                    .unwrap_or_default()
                    != stale
                {
                    finished.insert(target.number, self.one(target)?);
                    is_done = false;
                }
            }
        }
        Ok(())
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

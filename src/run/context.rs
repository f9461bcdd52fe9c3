//! What all inputs of a run share.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};

use crate::generate::Names;
use crate::hierarchy::{Hierarchy, Source, Types};
use crate::input::Input;
use crate::manifest::Manifest;
use crate::names::notation;
use crate::report::About;
use crate::weave::Weaving;

use super::changes::Added;
use super::error::hinted;
use super::folders::Folders;
use super::hashes::Hashes;
use super::job::{Job, Progress};
use super::targets::{Target, Targets};

/// What all inputs of a run share.
pub(super) struct Run<'j> {
    pub(super) job: &'j Job,
    /// Over the rules files: what a second run compares.
    pub(super) rules_hash: String,
    /// What generated classes say of their making.
    pub(super) mark: String,
    /// The event classes, named by weave and the rules alone.
    pub(super) events: Names,
    pub(super) targets: &'j Targets,
    pub(super) progress: &'j dyn Progress,
    pub(super) types: Types<'j>,
    /// The warning about methods of telemetries that no input has was issued.
    pub(super) missing: Once,
    /// The library folders, in the output, of applications in whose libraries something was woven.
    pub(super) libraries: Mutex<BTreeSet<PathBuf>>,
    /// Some output names `weave-runtime.jar` in its `Class-Path`.
    pub(super) beside: Mutex<BTreeSet<PathBuf>>,
    /// The modules among the inputs so far.
    pub(super) hashes: Mutex<Hashes>,
    /// The folders that were made for outputs.
    pub(super) folders: Folders,
    /// The files of the runtime, once an output needs them.
    pub(super) runtime: OnceLock<Vec<Added>>,
    /// The jar of them, once an output needs it in a library folder.
    pub(super) runtime_jar: OnceLock<Vec<u8>>,
    /// Something is woven in one of the inputs so far.
    pub(super) is_woven: AtomicBool,
}

impl<'j> Run<'j> {
    pub(super) fn weaving<'n>(&'n self, names: &'n Names) -> Weaving<'n>
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

    /// The modules among the inputs so far.
    pub(super) fn hashes(&self) -> MutexGuard<'_, Hashes> {
        self.hashes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn about<'a>(&'a self) -> About<'a>
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
    pub(super) fn is_single(&self) -> bool {
        self.targets.all.len() == 1
    }

    /// The last input in the order in which they are woven.
    pub(super) fn is_last(&self, target: &Target) -> bool {
        let last = self.targets.in_order().last();
        last.is_some_and(|last| std::ptr::eq(last, target))
    }

    /// The classes of an input, where rules ask for types.
    pub(super) fn source(&self, input: &Arc<Input>) -> Option<&Source> {
        self.types.asked()?.source(input)
    }

    /// An error where types of a JDK were needed, and there is none.
    pub(super) fn check_jdk(&self) -> anyhow::Result<()> {
        let checked = self.types.asked().map_or(Ok(()), Hierarchy::check);
        checked.map_err(|error| {
            hinted(
                error,
                "--jdk names the home of a JDK, 9 or newer; without it that is JAVA_HOME, then `java` on the path",
            )
        })
    }

    /// With `--strict`, what was left alone or could not be read is an error.
    pub(super) fn check_strict(&self, manifest: &Manifest) -> anyhow::Result<()> {
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
}

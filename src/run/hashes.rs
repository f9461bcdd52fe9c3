//! Hashes of modules that other modules record (`ModuleHashes`, written by `jar --hash-modules`). The JVM refuses a module path
//! on which a module differs from a recorded hash, so the hashes of changed modules go. What changes is known when every input is
//! woven: an input that records the hash of a changed module is then woven once more, without it.

use std::collections::{BTreeMap, BTreeSet};

use crate::input::Input;
use crate::jar::Inflater;
use crate::rewrite::module_info;

use super::targets::Target;

/// The warning about an output that records the hashes of these modules no more.
pub(super) fn left_out(modules: &BTreeSet<String>) -> String {
    let modules: Vec<&str> = modules.iter().map(String::as_str).collect();
    format!(
        "the module declaration no longer records the hashes of modules that changed ({}): `jar --hash-modules` records them anew",
        modules.join(", ")
    )
}

/// The modules among the inputs of a run.
#[derive(Debug, Default)]
pub(super) struct Hashes {
    /// The modules that changed.
    changed: BTreeSet<String>,
    /// By the number of the target, the modules whose hashes it records.
    recorded: BTreeMap<usize, BTreeSet<String>>,
}

impl Hashes {
    /// Notes an input, and whether its output differs.
    pub(super) fn note(&mut self, target: &Target, input: &Input, is_changed: bool) {
        let classes = input.classes().iter();
        for class in classes.filter(|class| class.name == "module-info") {
            let content = input.content(class.file, &mut Inflater::default());
            // One that cannot be read is reported where it is changed.
            let Some(module) = content
                .ok()
                .and_then(|bytes| module_info::read(&bytes).ok())
            else {
                continue;
            };
            if is_changed {
                self.changed.insert(module.name);
            }
            if !module.hashed.is_empty() {
                let recorded = self.recorded.entry(target.number).or_default();
                recorded.extend(module.hashed);
            }
        }
    }

    /// The changed modules whose hashes a target records.
    pub(super) fn stale(&self, target: &Target) -> BTreeSet<String> {
        let recorded = self.recorded.get(&target.number).into_iter().flatten();
        recorded
            .filter(|module| self.changed.contains(*module))
            .cloned()
            .collect()
    }

    /// The targets that record hashes.
    pub(super) fn recorders(&self) -> Vec<usize> {
        self.recorded.keys().copied().collect()
    }
}

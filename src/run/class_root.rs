//! What the woven classes of one class root need there: their adapters and relays, and what its module declarations say of them. And
//! what an earlier run added and nothing uses any more, which goes.

use std::collections::BTreeSet;

use anyhow::Context as _;

use crate::generate::{self, GeneratedClass, Names, Values};
use crate::input::{Input, is_module_info};
use crate::jar::Inflater;
use crate::matcher::Relay;
use crate::names::{binary_name, internal_name, notation};
use crate::plan::Adapter;
use crate::report::Report;
use crate::weave::ClassOutcome;

use super::changes::{Added, Changes};
use super::context::Run;
use super::earlier::is_runtime;
use super::modules::{Declaration, Reads};
use super::runtime::{self, METADATA, class_file};
use super::unit::Unit;

/// What the woven classes of a unit need, by class root.
pub(super) struct Needs {
    pub(super) roots: Vec<RootNeeds>,
}

/// What the woven classes of a class root need.
#[derive(Default)]
pub(super) struct RootNeeds {
    pub(super) is_woven: bool,
    adapters: BTreeSet<Adapter>,
    relays: BTreeSet<Relay>,
}

impl Needs {
    pub(super) fn new(input: &Input) -> Self {
        Self {
            roots: input.roots().iter().map(|_| RootNeeds::default()).collect(),
        }
    }

    /// Takes what a class in this class root needs.
    pub(super) fn take(&mut self, root: usize, outcome: &mut ClassOutcome<'_>) {
        let needs = &mut self.roots[root];
        needs.is_woven |= outcome.bytes.is_some();
        needs.adapters.extend(std::mem::take(&mut outcome.adapters));
        needs.relays.extend(std::mem::take(&mut outcome.relays));
    }
}

/// One class root, and what is added to it.
pub(super) struct Addition<'a, 'j> {
    pub(super) run: &'a Run<'a>,
    pub(super) unit: &'a Unit,
    pub(super) root: usize,
    pub(super) prefix: &'a str,
    /// The files of the unit that are metadata of runtimes, in whichever class root.
    pub(super) metadata: &'a [usize],
    pub(super) report: &'a mut Report<'j>,
    pub(super) changes: &'a mut Changes,
}

impl Addition<'_, '_> {
    /// Woven classes are in it, of this run or an earlier one.
    pub(super) fn is_in_use(&self) -> bool {
        let mut classes = self.unit.input.classes_in(self.root);
        self.unit.earlier.has_woven(self.root)
            || classes.any(|class| self.changes.replaced.contains_key(&class.file))
    }

    fn put(&mut self, (path, content): Added) {
        let path = format!("{}{path}", self.prefix);
        self.changes.put(&self.unit.input, (path, content));
    }

    /// The adapters and relays that the woven classes call.
    pub(super) fn adapters(
        &mut self,
        names: &Names,
        mut needed: RootNeeds,
        values: &Values,
    ) -> anyhow::Result<()> {
        let relays = self.relays(names, &mut needed)?;
        let rules = &self.run.job.rules;
        let adapters = generate::adapters(&needed.adapters, rules, values, names, &self.run.events)
            .context("the adapters of a rule cannot be made")?;
        for class in relays.into_iter().chain(adapters) {
            self.put(class_file(class));
        }
        self.report
            .manifest
            .packages
            .push(binary_name(names.package()));
        Ok(())
    }

    /// The relays, woven. Their calls are counted where the references are.
    fn relays(
        &mut self,
        names: &Names,
        needed: &mut RootNeeds,
    ) -> anyhow::Result<Vec<GeneratedClass>> {
        let relays = generate::relays(&needed.relays, names)
            .context("the relays for the method references to a class cannot be made")?;
        let weaving = self.run.weaving(names);
        let mut woven = Vec::new();
        for relay in relays {
            let outcome = weaving.made(&relay.bytes)?;
            needed.adapters.extend(outcome.adapters);
            for skipped in &outcome.skipped {
                let method = notation::member(&outcome.name, &skipped.method);
                self.report.warn(format!("{method}: {}", skipped.refusal));
            }
            woven.push(GeneratedClass {
                name: relay.name,
                bytes: outcome.bytes.unwrap_or(relay.bytes),
            });
        }
        Ok(woven)
    }

    /// The runtime is among the classes already.
    pub(super) fn has_runtime(&self) -> bool {
        let mut classes = self.unit.input.classes_in(self.root);
        classes.any(|class| is_runtime(&class.name))
    }

    /// Leaves out the generated packages that no class names, and classes of runtimes of other versions.
    pub(super) fn drop_unused(&mut self, is_in_use: bool) -> anyhow::Result<()> {
        for (package, files) in self.unit.earlier.unused(self.root) {
            if !self.is_present(package, is_in_use) {
                files.iter().for_each(|&file| self.changes.drop(file));
            }
        }
        let files = if is_in_use {
            runtime::files(self.run)?
        } else {
            &[]
        };
        let current: BTreeSet<String> = files
            .iter()
            .map(|(path, _)| format!("{}{path}", self.prefix))
            .collect();
        let metadata = format!("{}{METADATA}", self.prefix);
        for &index in self.metadata {
            let path = &self.unit.input.files()[index].path;
            if path.starts_with(&metadata) && !current.contains(path) {
                self.changes.drop(index);
            }
        }
        for class in self.unit.input.classes_in(self.root) {
            let path = &self.unit.input.files()[class.file].path;
            if is_runtime(&class.name) && !current.contains(path) {
                self.changes.drop(class.file);
            }
        }
        Ok(())
    }

    /// True for a package of generated classes that the output has in this class root, by its internal name.
    fn is_present(&self, package: &str, is_in_use: bool) -> bool {
        let mut made = self.report.manifest.packages.iter();
        let mut used = self.unit.earlier.used(self.root);
        is_in_use && package == self.run.events.package()
            || made.any(|made| internal_name(made) == package)
            || used.any(|used| used == package)
    }

    /// Brings the module declarations in line with the packages that are there now.
    pub(super) fn modules(
        &mut self,
        is_in_use: bool,
        reads: Reads,
        names: &Names,
        stale: &BTreeSet<String>,
    ) -> anyhow::Result<()> {
        let gone = self
            .unit
            .earlier
            .unused(self.root)
            .map(|(package, _)| package.to_owned());
        let gone = gone
            .filter(|package| !self.is_present(package, is_in_use))
            .collect();
        let used = self.unit.earlier.used(self.root).map(str::to_owned);
        let mut packages: Vec<String> = used.collect();
        if self.is_present(names.package(), false) {
            packages.push(names.package().to_owned());
        }
        let declaration = Declaration::new(self.run, reads, packages, gone, stale.clone());
        for class in self.unit.input.classes_in(self.root) {
            let path = &self.unit.input.files()[class.file].path;
            let Some(below) = path.strip_prefix(self.prefix) else {
                continue;
            };
            if !is_module_info(below) {
                continue;
            }
            let content = self
                .unit
                .input
                .content(class.file, &mut Inflater::default())?;
            let declared = if is_in_use {
                declaration.added_to(&content)
            } else {
                declaration.taken_from(&content)
            };
            match declared {
                Ok(content) => self.changes.replace(&self.unit.input, class.file, &content),
                Err(error) => {
                    let path = self.unit.full_path(path);
                    self.report.unreadable(&path, error.to_string());
                }
            }
        }
        Ok(())
    }
}

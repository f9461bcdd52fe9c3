//! What an output needs besides its woven classes: adapters and relays in each class root, the runtime with the event classes
//! where the loader of the woven classes finds it, what module declarations and the jar's manifest say of them. And what an
//! earlier run added and nothing uses any more, which goes.

use std::collections::BTreeSet;
use std::sync::PoisonError;

use anyhow::Context as _;

use crate::generate::{self, GeneratedClass, Names, Values};
use crate::input::{CLASS_FOLDERS, Input, is_module_info};
use crate::jar::{Inflater, MANIFEST_MF, ManifestMf};
use crate::manifest::INSIDE;
use crate::matcher::Relay;
use crate::names::{binary_name, internal_name, notation};
use crate::plan::Adapter;
use crate::report::Report;
use crate::weave::ClassOutcome;

use super::changes::{Added, Changes};
use super::context::Run;
use super::earlier::{Earlier, is_runtime};
use super::job::RuntimePlace;
use super::modules::Declaration;
use super::runtime::{self, METADATA, class_file};
use super::targets::Target;
use super::{class_path, signatures};

const INDEX_LIST: &str = "META-INF/INDEX.LIST";

/// What the woven classes of an input need.
pub(super) struct Needs {
    /// By class root.
    roots: Vec<RootNeeds>,
    /// The methods here that telemetries call.
    pub(super) values: Values,
}

#[derive(Default)]
struct RootNeeds {
    is_woven: bool,
    adapters: BTreeSet<Adapter>,
    relays: BTreeSet<Relay>,
}

impl Needs {
    pub(super) fn new(input: &Input) -> Self {
        Self {
            roots: input.roots().iter().map(|_| RootNeeds::default()).collect(),
            values: Values::new(),
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

/// Adds everything that the woven classes of `input` need, and leaves out what nothing needs any more.
///
/// # Errors
/// Adapters that do not fit into class files; a signed archive without `--strip-signatures`.
#[expect(
    clippy::too_many_arguments,
    reason = "they are all that is known of an input"
)]
pub(super) fn add(
    run: &Run<'_>,
    target: &Target,
    input: &Input,
    place: RuntimePlace,
    earlier: &Earlier,
    names: &[Names],
    needs: Needs,
    report: &mut Report<'_>,
    changes: &mut Changes,
) -> anyhow::Result<()> {
    let files = input.files().iter().enumerate();
    let metadata = files.filter(|(_, file)| file.path.contains(METADATA));
    let metadata: Vec<usize> = metadata.map(|(index, _)| index).collect();
    let mut is_used = false;
    for (root, (needed, names)) in needs.roots.into_iter().zip(names).enumerate() {
        let mut addition = Addition {
            run,
            input,
            root,
            prefix: &input.roots()[root].prefix,
            earlier,
            metadata: &metadata,
            report,
            changes,
        };
        if needed.is_woven {
            addition.adapters(names, needed, &needs.values)?;
        }
        let is_in_use = addition.is_in_use();
        if is_in_use {
            addition.runtime(place)?;
        }
        if is_in_use || !earlier.is_empty() {
            addition.drop_unused(is_in_use)?;
            addition.modules(is_in_use, place, names)?;
        }
        is_used |= is_in_use;
    }
    is_used |= libraries(run, target, input, changes)?;
    if is_used {
        use_of_target(run, target, place);
        around(run, target, input, place, report, changes)?;
    } else if !earlier.is_empty() {
        input
            .find(INSIDE)
            .into_iter()
            .for_each(|file| changes.drop(file));
    }
    Ok(())
}

/// Notes for the whole run where the runtime of this output is looked for.
fn use_of_target(run: &Run<'_>, target: &Target, place: RuntimePlace) {
    let lock = PoisonError::into_inner;
    if let (Some(application), None) = (&target.application, run.job.runtime) {
        let mut all = run.applications.lock().unwrap_or_else(lock);
        all.insert(application.clone());
    } else if place == RuntimePlace::Beside {
        let mut all = run.beside.lock().unwrap_or_else(lock);
        all.insert(run.targets.runtime_folder.clone());
    }
}

/// The runtime for the applications in a folder of whose libraries some are woven.
fn libraries(
    run: &Run<'_>,
    target: &Target,
    input: &Input,
    changes: &mut Changes,
) -> anyhow::Result<bool> {
    let woven = run
        .applications
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let mut found = false;
    for (folder, classes) in input.applications() {
        if input.as_archive().is_none() && woven.contains(&target.output.join(folder)) {
            put_runtime(run, input, &format!("{folder}{classes}"), changes)?;
            found = true;
        }
    }
    Ok(found)
}

/// The runtime in the class root with this prefix.
fn put_runtime(
    run: &Run<'_>,
    input: &Input,
    prefix: &str,
    changes: &mut Changes,
) -> anyhow::Result<()> {
    for (path, content) in runtime::files(run)? {
        changes.put_beside_woven(input, (format!("{prefix}{path}"), content.clone()));
    }
    Ok(())
}

/// What lies around the class roots of an archive: its manifest, its index, and our manifest.
fn around(
    run: &Run<'_>,
    target: &Target,
    input: &Input,
    place: RuntimePlace,
    report: &mut Report<'_>,
    changes: &mut Changes,
) -> anyhow::Result<()> {
    if let Some(archive) = input.as_archive() {
        let index = input.manifest();
        let content = index.map(|index| input.content(index, &mut Inflater::default()));
        let mut manifest = match content {
            Some(content) => ManifestMf::parse(&content?),
            None => ManifestMf::new(),
        };
        let mut is_changed = false;
        if place == RuntimePlace::Beside {
            is_changed |= class_path::add_runtime(&mut manifest, target.depth);
        }
        if !changes.is_empty() || is_changed {
            is_changed |= signatures::strip(run, archive, &mut manifest, report, changes)?;
        }
        match index {
            _ if !is_changed => {}
            Some(index) => changes.replace(input, index, &manifest.write()),
            None => changes.put(input, (MANIFEST_MF.to_owned(), manifest.write())),
        }
        if let Some(index) = input.find(INDEX_LIST).filter(|_| !changes.added.is_empty()) {
            changes.drop(index);
            report.warn(format!(
                "{INDEX_LIST} was left out: it does not name the added packages"
            ));
        }
    }
    if !changes.is_empty() {
        let inside = report.manifest.inside(run.job.full_manifest_inside);
        changes.put(input, (INSIDE.to_owned(), inside.json()?));
    }
    Ok(())
}

/// One class root, and what is added to it.
struct Addition<'a, 'j> {
    run: &'a Run<'a>,
    input: &'a Input,
    root: usize,
    prefix: &'a str,
    earlier: &'a Earlier,
    /// The files of the input that are metadata of runtimes, in whichever class root.
    metadata: &'a [usize],
    report: &'a mut Report<'j>,
    changes: &'a mut Changes,
}

impl Addition<'_, '_> {
    /// Woven classes are in it, of this run or an earlier one.
    fn is_in_use(&self) -> bool {
        let mut classes = self.input.classes_in(self.root);
        self.earlier.has_woven(self.root)
            || classes.any(|class| self.changes.replaced.contains_key(&class.file))
    }

    fn put(&mut self, (path, content): Added) {
        let path = format!("{}{path}", self.prefix);
        self.changes.put(self.input, (path, content));
    }

    /// The adapters and relays that the woven classes call.
    fn adapters(
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

    /// The runtime, where it is to be in this class root. One that is there already, maybe of another version, is replaced.
    fn runtime(&mut self, place: RuntimePlace) -> anyhow::Result<()> {
        let mut classes = self.input.classes_in(self.root);
        let has_one = classes.any(|class| is_runtime(&class.name));
        let is_alone = self.run.job.runtime.is_none() && is_application(self.prefix);
        if place == RuntimePlace::Embed || has_one || is_alone {
            put_runtime(self.run, self.input, self.prefix, self.changes)?;
        }
        Ok(())
    }

    /// Leaves out the generated packages that no class names, and classes of runtimes of other versions.
    fn drop_unused(&mut self, is_in_use: bool) -> anyhow::Result<()> {
        for (package, files) in self.earlier.unused(self.root) {
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
            let path = &self.input.files()[index].path;
            if path.starts_with(&metadata) && !current.contains(path) {
                self.changes.drop(index);
            }
        }
        for class in self.input.classes_in(self.root) {
            let path = &self.input.files()[class.file].path;
            if is_runtime(&class.name) && !current.contains(path) {
                self.changes.drop(class.file);
            }
        }
        Ok(())
    }

    /// True for a package of generated classes that the output has in this class root, by its internal name.
    fn is_present(&self, package: &str, is_in_use: bool) -> bool {
        let mut made = self.report.manifest.packages.iter();
        let mut used = self.earlier.used(self.root);
        is_in_use && package == self.run.events.package()
            || made.any(|made| internal_name(made) == package)
            || used.any(|used| used == package)
    }

    /// Brings the module declarations in line with the packages that are there now.
    fn modules(
        &mut self,
        is_in_use: bool,
        place: RuntimePlace,
        names: &Names,
    ) -> anyhow::Result<()> {
        let gone = self
            .earlier
            .unused(self.root)
            .map(|(package, _)| package.to_owned());
        let gone = gone
            .filter(|package| !self.is_present(package, is_in_use))
            .collect();
        let used = self.earlier.used(self.root).map(str::to_owned);
        let mut packages: Vec<String> = used.collect();
        if self.is_present(names.package(), false) {
            packages.push(names.package().to_owned());
        }
        let declaration = Declaration::new(self.run, place, packages, gone);
        for class in self.input.classes_in(self.root) {
            let path = &self.input.files()[class.file].path;
            let Some(below) = path.strip_prefix(self.prefix) else {
                continue;
            };
            if !is_module_info(below) {
                continue;
            }
            let content = self.input.content(class.file, &mut Inflater::default())?;
            let declared = if is_in_use {
                declaration.added_to(&content)
            } else {
                declaration.taken_from(&content)
            };
            match declared {
                Ok(content) => self.changes.replace(self.input, class.file, &content),
                Err(error) => self.report.unreadable(path, error.to_string()),
            }
        }
        Ok(())
    }
}

/// True for the class folder of an application, which has a class loader of its own.
fn is_application(prefix: &str) -> bool {
    CLASS_FOLDERS.iter().any(|folder| prefix.ends_with(folder))
}

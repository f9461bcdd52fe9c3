//! What an output needs besides its woven classes: adapters and relays in each class root, the runtime with the event classes
//! where the loader of the woven classes finds it, what module declarations and the jar's manifest say of them. And what an
//! earlier run added and nothing uses any more, which goes.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::PoisonError;

use anyhow::Context as _;

use crate::generate::{self, GeneratedClass, Names, Values};
use crate::input::{Input, is_module_info};
use crate::jar::{Inflater, MANIFEST_MF, ManifestMf, Spill};
use crate::manifest::{INSIDE, RuntimeJarUse};
use crate::matcher::Relay;
use crate::names::{binary_name, internal_name, notation};
use crate::plan::Adapter;
use crate::report::Report;
use crate::weave::ClassOutcome;

use super::changes::{Added, Changes};
use super::context::Run;
use super::earlier::is_runtime;
use super::home::{self, Home};
use super::job::RuntimePlace;
use super::modules::{Declaration, Reads};
use super::paths::JAR_NAME;
use super::runtime::{self, METADATA, class_file};
use super::targets::Target;
use super::unit::{Unit, Work};
use super::{class_path, indexes, signatures};

const INDEX_LIST: &str = "META-INF/INDEX.LIST";

/// What the woven classes of a unit need, by class root.
pub(super) struct Needs {
    roots: Vec<RootNeeds>,
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

/// Adds everything that the woven classes of a target need, and leaves out what nothing needs any more. What changes in an archive in
/// an archive ends as a change of the first unit, the target itself.
///
/// # Errors
/// Adapters that do not fit into class files; a signed archive without `--strip-signatures`.
pub(super) fn add(
    run: &Run<'_>,
    target: &Target,
    units: &[Unit],
    place: RuntimePlace,
    values: &Values,
    works: &mut [Work],
    report: &mut Report<'_>,
) -> anyhow::Result<()> {
    let (mut homes, mut old) = (BTreeSet::new(), BTreeSet::new());
    for (number, (unit, work)) in units.iter().zip(works.iter_mut()).enumerate() {
        let added = of_unit(run, units, number, place, values, work, report);
        for home in added.map_err(|error| unit.named(error))? {
            let all = if home.is_old { &mut old } else { &mut homes };
            all.insert(home.home);
        }
    }
    let is_used = !homes.is_empty();
    let mut homes = homes_of_run(run, target, &units[0].input, place, homes);
    homes.extend(old);
    put_runtime(run, units, &homes, works, report)?;
    drop_stale_runtimes(units, &homes, works);
    let spill = Spill::default();
    for number in (0..units.len()).rev() {
        let unit = &units[number];
        let finished = around(
            run,
            target,
            units,
            number,
            &homes,
            &mut works[number],
            report,
        );
        finished.map_err(|error| unit.named(error))?;
        if let Some((parent, file)) = unit.parent {
            let changes = std::mem::take(&mut works[number].changes);
            if let Some(packed) = changes.packed(unit, units[parent].input.method(file))? {
                let packed = spill.hold(packed)?;
                works[parent].changes.replaced.insert(file, packed);
            }
        }
    }
    let is_used = is_used || !homes.is_empty();
    inside(run, units, is_used, &mut works[0].changes, report);
    Ok(())
}

/// A home of woven classes.
struct Used {
    home: Home,
    /// It has the runtime, maybe that of another version: it is brought up to date.
    is_old: bool,
}

/// What the class roots of a unit need, and where these have the runtime.
fn of_unit(
    run: &Run<'_>,
    units: &[Unit],
    number: usize,
    place: RuntimePlace,
    values: &Values,
    work: &mut Work,
    report: &mut Report<'_>,
) -> anyhow::Result<Vec<Used>> {
    let unit = &units[number];
    let input = &unit.input;
    let files = input.files().iter().enumerate();
    let metadata = files.filter(|(_, file)| file.path.contains(METADATA));
    let metadata: Vec<usize> = metadata.map(|(index, _)| index).collect();
    let mut homes = Vec::new();
    let needs = std::mem::take(&mut work.needs.roots);
    for (root, (needed, names)) in needs.into_iter().zip(&unit.names).enumerate() {
        let prefix = &input.roots()[root].prefix;
        let home = home::home(units, number, prefix);
        let mut addition = Addition {
            run,
            unit,
            root,
            prefix,
            metadata: &metadata,
            report,
            changes: &mut work.changes,
        };
        if needed.is_woven {
            addition.adapters(names, needed, values)?;
        }
        let is_in_use = addition.is_in_use();
        if is_in_use || !unit.earlier.is_empty() {
            addition.drop_unused(is_in_use)?;
            let own = home::classes(units, number, prefix);
            let reads = match &home {
                _ if place != RuntimePlace::Embed => Reads::Runtime,
                home if *home == own => Reads::Recorder,
                Home::Classes { .. } => Reads::Nothing,
                _ => Reads::Runtime,
            };
            addition.modules(is_in_use, reads, names)?;
            if is_in_use {
                let has_runtime = addition.has_runtime();
                let used = |home, is_old| Used { home, is_old };
                homes.extend(has_runtime.then(|| used(own, true)));
                homes.push(used(home, false));
            }
        }
    }
    Ok(homes)
}

/// The homes that get the runtime in this target. Others are noted for the whole run.
fn homes_of_run(
    run: &Run<'_>,
    target: &Target,
    input: &Input,
    place: RuntimePlace,
    mut homes: BTreeSet<Home>,
) -> BTreeSet<Home> {
    let lock = PoisonError::into_inner;
    let is_asked = run.job.runtime.is_some();
    match (&target.library, place) {
        _ if homes.is_empty() => {}
        (Some(library), _) if !is_asked => {
            let mut all = run.libraries.lock().unwrap_or_else(lock);
            all.insert(library.clone());
            homes.clear();
        }
        (_, RuntimePlace::None) => homes.clear(),
        (_, RuntimePlace::Beside) => {
            let is_outside = |home: &Home| match home {
                Home::Classes { of_application, .. } => is_asked || !of_application,
                _ => is_asked,
            };
            if homes.iter().any(is_outside) {
                let mut all = run.beside.lock().unwrap_or_else(lock);
                all.insert(run.targets.runtime_folder.clone());
                homes.retain(|home| !is_outside(home));
                homes.insert(Home::Outside);
            }
        }
        (_, RuntimePlace::Embed) => {}
    }
    // The applications in a folder of whose libraries some are woven.
    let woven = run.libraries.lock().unwrap_or_else(lock);
    if input.as_archive().is_none() {
        let below = woven
            .iter()
            .filter_map(|library| library.strip_prefix(&target.output).ok());
        homes.extend(below.map(|folder| Home::Library {
            unit: 0,
            folder: slashed(folder),
        }));
    }
    homes
}

/// A path with slashes, and one at its end.
fn slashed(folder: &Path) -> String {
    let mut path = String::new();
    for part in folder.components() {
        path.push_str(&part.as_os_str().to_string_lossy());
        path.push('/');
    }
    path
}

/// The runtime at each of its homes.
fn put_runtime(
    run: &Run<'_>,
    units: &[Unit],
    homes: &BTreeSet<Home>,
    works: &mut [Work],
    report: &mut Report<'_>,
) -> anyhow::Result<()> {
    for home in homes {
        match home {
            Home::Outside => {}
            Home::Classes { unit, prefix, .. } => {
                for (path, content) in runtime::files(run)? {
                    let added = (format!("{prefix}{path}"), content.clone());
                    works[*unit]
                        .changes
                        .put_beside_woven(&units[*unit].input, added);
                }
            }
            Home::Library { unit, folder } | Home::Beside { unit, folder } => {
                let path = format!("{folder}{JAR_NAME}");
                let (unit, changes) = (&units[*unit], &mut works[*unit].changes);
                changes.put(&unit.input, (path.clone(), runtime::jar_bytes(run)?));
                let layer = indexes::update(&unit.input, &path, true, changes);
                report.manifest.runtime_jars.push(RuntimeJarUse {
                    entry: unit.full_path(&path),
                    layer,
                });
            }
        }
    }
    Ok(())
}

/// Leaves out the jars with the runtime that an earlier run put there and nothing needs any more.
fn drop_stale_runtimes(units: &[Unit], homes: &BTreeSet<Home>, works: &mut [Work]) {
    for (number, (unit, work)) in units.iter().zip(works).enumerate() {
        if unit.input.as_archive().is_none() {
            continue;
        }
        for (file, path) in unit.input.files().iter().map(|file| &file.path).enumerate() {
            let Some(folder) = path.strip_suffix(JAR_NAME) else {
                continue;
            };
            let is_home = homes.iter().any(|home| match home {
                Home::Library { unit, folder: home } | Home::Beside { unit, folder: home } => {
                    *unit == number && home == folder
                }
                _ => false,
            });
            if !is_home && (folder.is_empty() || folder.ends_with('/')) {
                work.changes.drop(file);
                indexes::update(&unit.input, path, false, &mut work.changes);
            }
        }
    }
}

/// What lies around the class roots of an archive: its manifest and its index.
fn around(
    run: &Run<'_>,
    target: &Target,
    units: &[Unit],
    number: usize,
    homes: &BTreeSet<Home>,
    work: &mut Work,
    report: &mut Report<'_>,
) -> anyhow::Result<()> {
    let unit = &units[number];
    let input = &unit.input;
    let changes = &mut work.changes;
    let is_used = !changes.replaced.is_empty() || unit.earlier.is_woven();
    let depth = if number == 0 {
        homes.contains(&Home::Outside).then_some(target.depth)
    } else {
        home::depth_below(units, number).filter(|_| is_used)
    };
    let Some(archive) = input.as_archive() else {
        return Ok(());
    };
    if changes.is_empty() && depth.is_none() {
        return Ok(());
    }
    let index = input.manifest();
    let content = index.map(|index| input.content(index, &mut Inflater::default()));
    let mut manifest = match content {
        Some(content) => ManifestMf::parse(&content?),
        None => ManifestMf::new(),
    };
    let mut is_changed = depth.is_some_and(|depth| class_path::add_runtime(&mut manifest, depth));
    if !changes.is_empty() || is_changed {
        is_changed |= signatures::strip(run, unit, archive, &mut manifest, report, changes)?;
    }
    match index {
        _ if !is_changed => {}
        Some(index) => changes.replace(input, index, &manifest.write()),
        None => changes.put(input, (MANIFEST_MF.to_owned(), manifest.write())),
    }
    if let Some(index) = input.find(INDEX_LIST).filter(|_| !changes.added.is_empty()) {
        changes.drop(index);
        report.warn(format!(
            "{} was left out: it does not name the added packages",
            unit.full_path(INDEX_LIST)
        ));
    }
    Ok(())
}

/// Our manifest in the target, where something of ours is in it.
fn inside(
    run: &Run<'_>,
    units: &[Unit],
    is_used: bool,
    changes: &mut Changes,
    report: &Report<'_>,
) {
    let input = &units[0].input;
    if is_used && !changes.is_empty() {
        let inside = report.manifest.inside(run.job.full_manifest_inside);
        changes.put(input, (INSIDE.to_owned(), inside.json()));
    } else if !is_used && units.iter().any(|unit| !unit.earlier.is_empty()) {
        input
            .find(INSIDE)
            .into_iter()
            .for_each(|file| changes.drop(file));
    }
}

/// One class root, and what is added to it.
struct Addition<'a, 'j> {
    run: &'a Run<'a>,
    unit: &'a Unit,
    root: usize,
    prefix: &'a str,
    /// The files of the unit that are metadata of runtimes, in whichever class root.
    metadata: &'a [usize],
    report: &'a mut Report<'j>,
    changes: &'a mut Changes,
}

impl Addition<'_, '_> {
    /// Woven classes are in it, of this run or an earlier one.
    fn is_in_use(&self) -> bool {
        let mut classes = self.unit.input.classes_in(self.root);
        self.unit.earlier.has_woven(self.root)
            || classes.any(|class| self.changes.replaced.contains_key(&class.file))
    }

    fn put(&mut self, (path, content): Added) {
        let path = format!("{}{path}", self.prefix);
        self.changes.put(&self.unit.input, (path, content));
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

    /// The runtime is among the classes already.
    fn has_runtime(&self) -> bool {
        let mut classes = self.unit.input.classes_in(self.root);
        classes.any(|class| is_runtime(&class.name))
    }

    /// Leaves out the generated packages that no class names, and classes of runtimes of other versions.
    fn drop_unused(&mut self, is_in_use: bool) -> anyhow::Result<()> {
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
    fn modules(&mut self, is_in_use: bool, reads: Reads, names: &Names) -> anyhow::Result<()> {
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
        let declaration = Declaration::new(self.run, reads, packages, gone);
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

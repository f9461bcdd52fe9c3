//! What an output needs besides its woven classes: adapters and relays in each class root, the runtime with the event classes
//! where the loader of the woven classes finds it, what module declarations and the jar's manifest say of them. And what an
//! earlier run added and nothing uses any more, which goes.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::PoisonError;

use crate::generate::Values;
use crate::jar::{Inflater, MANIFEST_MF, ManifestMf, Spill};
use crate::manifest::{INSIDE, RuntimeJarUse};
use crate::report::Report;

use super::changes::Changes;
use super::class_root::Addition;
use super::context::Run;
use super::home::{self, Home};
use super::job::RuntimePlace;
use super::modules::Reads;
use super::paths::JAR_NAME;
use super::runtime::{self, METADATA};
use super::targets::Target;
use super::unit::{Unit, Work};
use super::{bundles, class_path, hashes, indexes, signatures};

const INDEX_LIST: &str = "META-INF/INDEX.LIST";

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
    let adder = Adder {
        run,
        target,
        units,
        place,
        values,
        stale: run.hashes().stale(target),
    };
    if !adder.stale.is_empty() {
        report.warn(hashes::left_out(&adder.stale));
    }
    let (mut homes, mut old) = (BTreeSet::new(), BTreeSet::new());
    for (number, (unit, work)) in units.iter().zip(works.iter_mut()).enumerate() {
        let used = adder.class_roots(number, work, report);
        for used in used.map_err(|error| unit.named(error))? {
            let all = if used.is_old { &mut old } else { &mut homes };
            all.insert(used.home);
        }
    }
    let is_woven = !homes.is_empty();
    let mut homes = adder.homes_here(homes);
    homes.extend(old);
    adder.put_runtime(&homes, works, report)?;
    if !is_woven {
        adder.drop_runtimes(works);
    }
    let spill = Spill::default();
    for number in (0..units.len()).rev() {
        let (unit, work) = (&units[number], &mut works[number]);
        let finished = adder.around(number, &homes, work, report);
        finished.map_err(|error| unit.named(error))?;
        let is_changed = !work.changes.is_empty();
        run.hashes().note(target, &unit.input, is_changed);
        if let Some((parent, file)) = unit.parent {
            let changes = std::mem::take(&mut work.changes);
            if let Some(packed) = changes.packed(unit, units[parent].input.method(file))? {
                let packed = spill.hold(packed)?;
                works[parent].changes.replaced.insert(file, packed);
            }
        }
    }
    adder.inside(is_woven || !homes.is_empty(), &mut works[0].changes, report)
}

/// A home of woven classes.
struct Used {
    home: Home,
    /// It has the runtime, maybe that of another version: it is brought up to date.
    is_old: bool,
}

/// All that is known of a target.
struct Adder<'a> {
    run: &'a Run<'a>,
    target: &'a Target,
    units: &'a [Unit],
    place: RuntimePlace,
    values: &'a Values,
    /// Changed modules whose hashes module declarations in it record.
    stale: BTreeSet<String>,
}

impl Adder<'_> {
    /// Adds what the class roots of a unit need, and tells where these have the runtime.
    fn class_roots(
        &self,
        number: usize,
        work: &mut Work,
        report: &mut Report<'_>,
    ) -> anyhow::Result<Vec<Used>> {
        let unit = &self.units[number];
        let input = &unit.input;
        let files = input.files().iter().enumerate();
        let metadata = files.filter(|(_, file)| file.path.contains(METADATA));
        let metadata: Vec<usize> = metadata.map(|(index, _)| index).collect();
        let mut homes = Vec::new();
        let needs = std::mem::take(&mut work.needs.roots);
        for (root, (needed, names)) in needs.into_iter().zip(&unit.names).enumerate() {
            let prefix = &input.roots()[root].prefix;
            let mut addition = Addition {
                run: self.run,
                unit,
                root,
                prefix,
                metadata: &metadata,
                report,
                changes: &mut work.changes,
            };
            if needed.is_woven {
                addition.adapters(names, needed, self.values)?;
            }
            let is_in_use = addition.is_in_use();
            let was_in_use = !unit.earlier.is_empty();
            if is_in_use || was_in_use {
                addition.drop_unused(is_in_use)?;
            }
            let home = home::home(self.units, number, prefix);
            let own = home::classes(self.units, number, prefix);
            if is_in_use || was_in_use || !self.stale.is_empty() {
                let reads = match &home {
                    _ if self.place != RuntimePlace::Embed => Reads::Runtime,
                    home if *home == own => Reads::Recorder,
                    Home::Classes { .. } => Reads::Nothing,
                    _ => Reads::Runtime,
                };
                addition.modules(is_in_use, reads, names, &self.stale)?;
            }
            if is_in_use {
                let has_runtime = addition.has_runtime();
                let used = |home, is_old| Used { home, is_old };
                homes.extend(has_runtime.then(|| used(own, true)));
                homes.push(used(home, false));
            }
        }
        Ok(homes)
    }

    /// The homes that get the runtime in this target. Others are noted for the whole run.
    fn homes_here(&self, mut homes: BTreeSet<Home>) -> BTreeSet<Home> {
        let (run, target) = (self.run, self.target);
        let lock = PoisonError::into_inner;
        let is_asked = run.job.runtime.is_some();
        match (&target.library, self.place) {
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
        if self.units[0].input.as_archive().is_none() {
            let woven = run.libraries.lock().unwrap_or_else(lock);
            let below = woven.iter();
            let below = below.filter_map(|library| library.strip_prefix(&target.output).ok());
            homes.extend(below.map(|folder| Home::Library {
                unit: 0,
                folder: slashed(folder),
            }));
        }
        homes
    }

    /// Puts the runtime at each of its homes.
    fn put_runtime(
        &self,
        homes: &BTreeSet<Home>,
        works: &mut [Work],
        report: &mut Report<'_>,
    ) -> anyhow::Result<()> {
        for home in homes {
            match home {
                Home::Outside => {}
                Home::Classes { unit, prefix, .. } => {
                    let (unit, changes) = (&self.units[*unit], &mut works[*unit].changes);
                    for (path, content) in runtime::files(self.run)? {
                        let added = (format!("{prefix}{path}"), content.clone());
                        changes.put_beside_woven(&unit.input, added);
                    }
                }
                Home::Library { unit, folder } | Home::Beside { unit, folder } => {
                    let path = format!("{folder}{JAR_NAME}");
                    let (unit, changes) = (&self.units[*unit], &mut works[*unit].changes);
                    let jar = runtime::jar_bytes(self.run)?.to_vec();
                    changes.put(&unit.input, (path.clone(), jar));
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

    /// Leaves out the jars with the runtime that an earlier run put into an archive in which nothing is woven any more.
    fn drop_runtimes(&self, works: &mut [Work]) {
        let input = &self.units[0].input;
        if input.as_archive().is_none() || input.find(INSIDE).is_none() {
            return;
        }
        for (unit, work) in self.units.iter().zip(works) {
            let files = unit.input.files().iter().enumerate();
            for (file, path) in files.map(|(index, file)| (index, &file.path)) {
                if path.rsplit('/').next() == Some(JAR_NAME) {
                    work.changes.drop(file);
                    indexes::update(&unit.input, path, false, &mut work.changes);
                }
            }
        }
    }

    /// Changes what lies around the class roots of an archive: its manifest and its index.
    fn around(
        &self,
        number: usize,
        homes: &BTreeSet<Home>,
        work: &mut Work,
        report: &mut Report<'_>,
    ) -> anyhow::Result<()> {
        let unit = &self.units[number];
        let input = &unit.input;
        let changes = &mut work.changes;
        let is_used = !changes.replaced.is_empty() || unit.earlier.is_woven();
        let depth = if number == 0 {
            homes.contains(&Home::Outside).then_some(self.target.depth)
        } else {
            home::depth_below(self.units, number).filter(|_| is_used)
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
        let mut is_changed = false;
        if let Some(depth) = depth {
            is_changed |= class_path::add_runtime(&mut manifest, depth);
            is_changed |= bundles::import_runtime(self.run, &mut manifest);
        }
        if !changes.is_empty() || is_changed {
            let (run, manifest) = (self.run, &mut manifest);
            is_changed |= signatures::strip(run, unit, archive, manifest, report, changes)?;
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

    /// Puts our manifest into the target where something of ours is in it.
    fn inside(
        &self,
        is_used: bool,
        changes: &mut Changes,
        report: &Report<'_>,
    ) -> anyhow::Result<()> {
        let input = &self.units[0].input;
        let mut units = self.units.iter();
        if input.has_layers() {
            // What lies beside the layers goes nowhere.
            return Ok(());
        }
        if is_used && !changes.is_empty() {
            let is_full = self.run.job.full_manifest_inside;
            let inside = report.manifest.inside(is_full);
            changes.put(input, (INSIDE.to_owned(), inside.json()?));
        } else if !is_used && (units.any(|unit| !unit.earlier.is_empty()) || !changes.is_empty()) {
            let inside = input.find(INSIDE);
            inside.into_iter().for_each(|file| changes.drop(file));
        }
        Ok(())
    }
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

//! The steps of one input, an archive or a folder.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context as _;

use crate::digest::sha256;
use crate::generate::Values;
use crate::hierarchy::Hierarchy;
use crate::input::Input;
use crate::jar::Inflater;
use crate::names::binary_name;
use crate::report::Report;

use super::additions;
use super::changes::Changes;
use super::class_root::Needs;
use super::commit::Finished;
use super::context::Run;
use super::earlier::{self, Earlier};
use super::error::hinted;
use super::job::RuntimePlace;
use super::look::{self, Found, Looked};
use super::targets::Target;
use super::unit::{self, Unit, Work};
use super::{class_path, commit, declared, values};

/// Weaves an input, and writes its output beside its place.
///
/// # Errors
/// An input that cannot be read or must not be woven, an output that cannot be written, and what `--strict` does not allow.
pub(super) fn weave(
    run: &Run<'_>,
    target: &Target,
    input: &Arc<Input>,
) -> anyhow::Result<Finished> {
    let units = unit::units(run, input)?;
    let earlier = &units[0].earlier;
    let place = place(run, target, earlier);

    let mut report = Report::new(run.about(), target.name(), place.word());
    let inner = units.iter().skip(1);
    let counts = &mut report.manifest.counts;
    counts.archives = inner.len() as u64;
    counts.entries = own_files(target, input)
        + inner
            .map(|unit| unit.input.files().len() as u64)
            .sum::<u64>();
    let mut works: Vec<Work> = units
        .iter()
        .map(|unit| Work {
            changes: Changes::default(),
            needs: Needs::new(&unit.input),
        })
        .collect();
    let classes = || units.iter().flat_map(|unit| unit.input.classes());
    run.progress.begin(&target.input, classes().count());
    let (looked, hash) = rayon::join(
        || {
            look::classes(run, &units, |looked| {
                let number = looked.unit;
                let taken = take(looked, &units[number], &mut works[number], &mut report);
                taken.map_err(|error| units[number].named(error))
            })
        },
        || input.as_archive().map(|archive| sha256(archive.bytes())),
    );
    run.progress.end();
    looked?;
    report.manifest.input.sha256 = hash.unwrap_or_default();
    report.heads(units.iter().filter_map(|unit| run.source(&unit.input)));
    run.check_jdk()?;
    warn(run, target, &units, &mut report);

    let values = find_values(run, target, &units, &mut report)?;
    let is_woven = report.manifest.counts.classes_woven > 0;
    if let Some(index) = target.package_index.as_ref().filter(|_| is_woven) {
        return Err(hinted(
            format!(
                "the class loader of this application finds only the packages that `{index}` names, and what woven classes call lies in others"
            ),
            "weave the jars before Quarkus packages them, or package an uber-jar (quarkus.package.jar.type=uber-jar) and weave that",
        ));
    }
    if is_woven && run.is_single() && run.job.class_path.is_empty() {
        let is_here = |name: &str| classes().any(|class| class.name == name);
        for (name, method) in declared::missing(&run.job.rules, is_here) {
            report.warn(format!(
                "`{method}` takes a `{name}`, and the input has no such class: if the program does not find it, the probe switches itself off"
            ));
        }
    }
    report.finish(|| classes().map(|class| class.name.clone()).collect());
    if run.job.question.is_none() {
        additions::add(run, target, &units, place, &values, &mut works, &mut report)?;
    }
    run.check_strict(&report.manifest)?;
    let is_old = units.iter().any(|unit| unit.earlier.is_woven()) && !is_woven;
    let changes = works.swap_remove(0).changes;
    commit::stage(run, target, input, changes, report, is_old)
}

/// How many files of the input are not inputs of their own.
fn own_files(target: &Target, input: &Input) -> u64 {
    let files = input.files().iter();
    files
        .filter(|file| !target.others.contains(&file.path))
        .count() as u64
}

/// Where the runtime of an output goes: as asked, else as it went when the input was woven, else as suits all inputs.
fn place(run: &Run<'_>, target: &Target, earlier: &Earlier) -> RuntimePlace {
    let before = earlier.manifest.as_ref().filter(|_| earlier.is_woven());
    let before = before.and_then(|manifest| RuntimePlace::from_word(&manifest.runtime));
    let suitable = || {
        if target.library.is_some() {
            // Its application has one for all.
            RuntimePlace::None
        } else if run.targets.share_runtime {
            RuntimePlace::Beside
        } else {
            RuntimePlace::Embed
        }
    };
    run.job.runtime.or(before).unwrap_or_else(suitable)
}

/// Adds what became of a class.
fn take<'r>(
    looked: Looked<'r>,
    unit: &Unit,
    work: &mut Work,
    report: &mut Report<'r>,
) -> anyhow::Result<()> {
    let class = looked.class;
    let path = &unit.input.full_path(&unit.input.files()[class.file].path);
    report.manifest.counts.entries_inflated += u64::from(!matches!(looked.found, Found::Passed));
    match looked.found {
        Found::Passed => {}
        Found::Unreadable(reason) => report.unreadable(path, reason),
        Found::Read(mut outcome, packed) => {
            if let Some(package) = outcome
                .woven_for
                .iter()
                .find(|package| !unit.earlier.used(class.root).any(|used| used == *package))
            {
                let why = format!(
                    "`{}` names classes in `{}`, which are missing",
                    outcome.name,
                    binary_name(package)
                );
                return Err(earlier::refused(&unit.input, &why));
            }
            work.needs.take(class.root, &mut outcome);
            report
                .class(path, &class.name, *outcome)
                .context("the temporary file for the manifest cannot be written")?;
            let replaced = &mut work.changes.replaced;
            replaced.extend(packed.map(|packed| (class.file, packed)));
        }
    }
    Ok(())
}

/// The methods that telemetries call, and warnings about those that are missing.
fn find_values(
    run: &Run<'_>,
    target: &Target,
    units: &[Unit],
    report: &mut Report<'_>,
) -> anyhow::Result<Values> {
    let here = |class: &str| {
        units.iter().find_map(|unit| {
            let class = unit.input.classes().iter().find(|one| one.name == class)?;
            unit.input
                .content(class.file, &mut Inflater::default())
                .ok()
        })
    };
    let elsewhere = |class: &str| {
        run.types
            .any()
            .and_then(|types: &Hierarchy| types.class_file(class))
    };
    let found = values::find(&run.job.rules, here, elsewhere)?;
    let counts = &report.manifest.counts;
    let is_woven = counts.classes_woven + counts.classes_woven_before > 0;
    let woven_before = run.is_woven.fetch_or(is_woven, Ordering::Relaxed);
    let mut unasked = Vec::new();
    // A class that no input has is missing for all of them: the first says so.
    run.missing.call_once(|| unasked.extend(found.missing));
    let never_called = |method: String| {
        format!(
            "nothing is woven here, so nothing calls `{method}`: its telemetry has no value (weave a method that runs early, such as `main`)"
        )
    };
    if !is_woven {
        unasked.extend(found.own.into_iter().map(never_called));
    }
    // Any woven class calls what comes with the probe classes.
    if run.is_last(target) && !is_woven && !woven_before {
        unasked.extend(found.shipped.into_iter().map(never_called));
    }
    match unasked.first() {
        Some(first) if run.job.strict => {
            return Err(hinted(first, "without --strict this is a warning"));
        }
        _ => unasked.into_iter().for_each(|warning| report.warn(warning)),
    }
    Ok(found.values)
}

/// What the user should know about the input itself, and about the archives in it.
fn warn(run: &Run<'_>, target: &Target, units: &[Unit], report: &mut Report<'_>) {
    let input = &units[0].input;
    if input.is_empty() && input.as_archive().is_some() {
        report.warn("it contains no class files: copied as it is".to_owned());
    }
    for unit in units {
        for (path, why) in unit.input.unopened() {
            report.unreadable(&unit.full_path(path), why.clone());
        }
        warn_of_unit(unit, &mut report.manifest.warnings);
    }
    class_path::warn(run, target, input, &mut report.manifest.warnings);
}

fn warn_of_unit(unit: &Unit, warnings: &mut Vec<String>) {
    let input = &unit.input;
    warnings.extend(input.warnings().iter().cloned());
    if input.as_archive().is_some() {
        let files = input.files().iter();
        let mut paths: Vec<&str> = files.map(|file| file.path.as_str()).collect();
        paths.sort_unstable();
        let same = paths.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut twice: Vec<&str> = same.map(|pair| pair[0]).collect();
        twice.dedup();
        warnings.extend(twice.into_iter().map(|path| {
            let path = unit.full_path(path);
            format!("entry `{path}` exists more than once: each copy is kept")
        }));
    }
    if input.unread_versions() > 0 {
        warnings.push(format!(
            "{} class files below `{}` were copied as they are: the manifest does not say `Multi-Release: true`, or the version is below 9, so no JVM loads them",
            input.unread_versions(),
            unit.full_path("META-INF/versions")
        ));
    }
    if let Some(first) = input.other_classes().first() {
        warnings.push(format!(
            "{} class files whose names do not end in `.class` were copied as they are, the first is `{}`: only a class loader of their own loads them",
            input.other_classes().len(),
            unit.full_path(first)
        ));
    }
}

//! The steps of one input, an archive or a folder.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context as _;

use crate::digest::sha256;
use crate::hierarchy::Hierarchy;
use crate::input::{Input, is_archive_name};
use crate::jar::Inflater;
use crate::names::binary_name;
use crate::report::Report;

use super::additions::{self, Needs};
use super::changes::Changes;
use super::commit::Finished;
use super::context::Run;
use super::earlier::{self, Earlier};
use super::error::hinted;
use super::job::RuntimePlace;
use super::look::{self, Found, Looked};
use super::targets::Target;
use super::{class_path, commit, declared, names, twice, values};

/// Weaves an input, and writes its output beside its place.
///
/// # Errors
/// An input that cannot be read or must not be woven, an output that cannot be written, and what `--strict` does not allow.
pub(super) fn weave(
    run: &Run<'_>,
    target: &Target,
    input: &Arc<Input>,
) -> anyhow::Result<Finished> {
    if input.classes().is_empty() && input.unread_versions() == 0 && run.is_single() {
        nothing_to_weave(input)?;
    }
    let earlier = Earlier::find(run, input)?;
    twice::check(run, input)?;
    let names = names::adapters(&run.job.rules, &run.mark, input)?;
    let place = place(run, target, &earlier);

    let mut report = Report::new(run.about(), target.name(), place.word());
    report.manifest.counts.entries = own_files(target, input);
    let mut changes = Changes::default();
    let mut needs = Needs::new(input);
    run.progress.begin(&target.input, input.classes().len());
    let (looked, hash) = rayon::join(
        || {
            look::classes(run, input, &names, |looked| {
                take(
                    looked,
                    input,
                    &earlier,
                    &mut report,
                    &mut changes,
                    &mut needs,
                )
            })
        },
        || input.as_archive().map(|archive| sha256(archive.bytes())),
    );
    run.progress.end();
    looked?;
    report.manifest.input.sha256 = hash.unwrap_or_default();
    report.heads(run.source(input));
    run.check_jdk()?;
    warn(run, target, input, &mut report);

    let is_here = |class: &str| input.classes().iter().any(|one| one.name == class);
    needs.values = find_values(run, target, input, &mut report)?;
    let is_woven = report.manifest.counts.classes_woven > 0;
    if is_woven && run.is_single() && run.job.class_path.is_empty() {
        for (name, method) in declared::missing(&run.job.rules, is_here) {
            report.warn(format!(
                "`{method}` takes a `{name}`, and the input has no such class: if the program does not find it, the probe switches itself off"
            ));
        }
    }
    report.finish(|| {
        input
            .classes()
            .iter()
            .map(|class| class.name.clone())
            .collect()
    });
    if run.job.question.is_none() {
        additions::add(
            run,
            target,
            input,
            place,
            &earlier,
            &names,
            needs,
            &mut report,
            &mut changes,
        )?;
    }
    run.check_strict(&report.manifest)?;
    commit::stage(
        run,
        target,
        input,
        changes,
        report,
        earlier.is_woven() && !is_woven,
    )
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
        if target.application.is_some() {
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

/// Whether an input without classes is a mistake.
fn nothing_to_weave(input: &Input) -> anyhow::Result<()> {
    let mut nested = input
        .files()
        .iter()
        .filter(|file| is_archive_name(file.path.as_ref()));
    match nested.next() {
        Some(_) if input.as_archive().is_some() => Err(hinted(
            "it contains no class files",
            "nested archives are not opened: give the inner jar as an input",
        )),
        _ => Ok(()),
    }
}

/// Adds what became of a class.
fn take<'r>(
    looked: Looked<'r>,
    input: &Input,
    earlier: &Earlier,
    report: &mut Report<'r>,
    changes: &mut Changes,
    needs: &mut Needs,
) -> anyhow::Result<()> {
    let class = looked.class;
    let path = &input.files()[class.file].path;
    report.manifest.counts.entries_inflated += u64::from(!matches!(looked.found, Found::Passed));
    match looked.found {
        Found::Passed => {}
        Found::Unreadable(reason) => report.unreadable(path, reason),
        Found::Read(mut outcome, packed) => {
            if let Some(package) = outcome
                .woven_for
                .iter()
                .find(|package| !earlier.used(class.root).any(|used| used == *package))
            {
                let why = format!(
                    "`{}` names classes in `{}`, which are missing",
                    outcome.name,
                    binary_name(package)
                );
                return Err(earlier::refused(input, &why));
            }
            needs.take(class.root, &mut outcome);
            report
                .class(path, &class.name, *outcome)
                .context("the temporary file for the manifest cannot be written")?;
            changes
                .replaced
                .extend(packed.map(|packed| (class.file, packed)));
        }
    }
    Ok(())
}

/// The methods that telemetries call, and warnings about those that are missing.
fn find_values(
    run: &Run<'_>,
    target: &Target,
    input: &Input,
    report: &mut Report<'_>,
) -> anyhow::Result<crate::generate::Values> {
    let here = |class: &str| {
        let class = input.classes().iter().find(|one| one.name == class)?;
        input.content(class.file, &mut Inflater::default()).ok()
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

/// What the user should know about the input itself.
fn warn(run: &Run<'_>, target: &Target, input: &Input, report: &mut Report<'_>) {
    let warnings = &mut report.manifest.warnings;
    warnings.extend(input.warnings().iter().cloned());
    let mut paths: Vec<&str> = input
        .files()
        .iter()
        .map(|file| file.path.as_str())
        .collect();
    paths.sort_unstable();
    if input.as_archive().is_some() {
        if input.classes().is_empty() && input.unread_versions() == 0 {
            warnings.push("it contains no class files: copied as it is".to_owned());
        }
        let mut twice: Vec<&str> = paths
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        twice.dedup();
        warnings.extend(
            twice
                .into_iter()
                .map(|path| format!("entry `{path}` exists more than once: each copy is kept")),
        );
        let nested = paths
            .iter()
            .filter(|path| is_archive_name(path.as_ref()))
            .count();
        if nested > 0 {
            warnings.push(format!(
                "{nested} nested archives were copied as they are: nothing in them is woven"
            ));
        }
    }
    if input.unread_versions() > 0 {
        warnings.push(format!(
            "{} class files below `META-INF/versions` were copied as they are: the manifest does not say `Multi-Release: true`, or the version is below 9, so no JVM loads them",
            input.unread_versions()
        ));
    }
    class_path::warn(run, target, input, warnings);
}

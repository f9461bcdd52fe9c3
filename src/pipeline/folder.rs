//! A folder of class files: written to another folder, or in place, with its structure kept.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use rayon::prelude::*;
use walkdir::WalkDir;

use crate::hierarchy::Source;
use crate::jar::{Staged, class_name, is_module_info};
use crate::matcher;

use super::archive::cannot_write;
use super::class::{ClassOutcome, Weaving};
use super::modules::Declaration;
use super::report::Report;
use super::targets::{Target, is_archive_name};
use super::{Finished, OutcomeKind, Pending, Run, manifest_path};

/// A file of the folder.
struct File<'r> {
    relative: PathBuf,
    looked: Option<Looked<'r>>,
}

/// A class file that a rule may match by its name.
struct Looked<'r> {
    name: String,
    /// What became of it; `None` where its head says that no rule matches it.
    class: Option<Result<ClassOutcome<'r>, String>>,
    /// The types that kept rules from knowing.
    unresolved: BTreeSet<Arc<str>>,
}

pub(super) fn weave<'j>(run: &'j Run<'j>, target: &Target) -> anyhow::Result<Finished> {
    let files = files(&target.input)?;
    run.progress.begin(&target.input, files.len());
    let names = run.adapter_names(&target.name());
    let weaving = run.weaving(&names);
    let source = run.source(target);
    let looked: Vec<File<'_>> = files
        .into_par_iter()
        .map(|relative| {
            let looked = look_at(target, &relative, source, weaving);
            run.progress.tick();
            File { relative, looked }
        })
        .collect();
    run.progress.end();

    let in_place =
        std::fs::canonicalize(&target.input).ok() == std::fs::canonicalize(&target.output).ok();
    let mut report = Report::new(run, target.name(), names.package());
    report.manifest.counts.entries = looked.len() as u64;
    let mut written: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut copied: Vec<(PathBuf, PathBuf)> = Vec::new();
    let mut declarations = Vec::new();
    let mut classes = BTreeMap::new();
    for file in looked {
        let entry = slashed(&file.relative);
        if let Some(name) = class_name(&entry) {
            classes.entry(name).or_insert(file.relative.clone());
        }
        let output = target.output.join(&file.relative);
        let mut bytes = None;
        if let Some(looked) = file.looked {
            report.unresolved(&looked.name, looked.unresolved);
            report.manifest.counts.entries_inflated += u64::from(looked.class.is_some());
            match looked.class {
                Some(Ok(mut outcome)) => {
                    bytes = outcome.bytes.take();
                    outcome.bytes = bytes.is_some().then(Vec::new);
                    report.class(&entry, &looked.name, outcome);
                }
                Some(Err(reason)) => report.unreadable(&entry, reason),
                None => {}
            }
        }
        if is_module_info(&entry) {
            declarations.push(file.relative.clone());
        }
        match bytes {
            Some(bytes) => written.push((output, bytes)),
            None if in_place => {}
            None => copied.push((target.input.join(&file.relative), output)),
        }
    }
    report.heads(source);
    run.check_jdk()?;
    report.find_values(run.is_last(target), |class| {
        std::fs::read(target.input.join(classes.get(class)?)).ok()
    })?;
    report.check_declared(|class| classes.contains_key(class));
    report.finish(|| classes.into_keys().collect());
    if report.manifest.counts.classes_woven > 0 {
        let mut added = report.needed_files(&names)?;
        added.push(report.inside());
        // A probe class that is in the folder itself may be woven.
        let woven: BTreeSet<PathBuf> = written.iter().map(|(path, _)| path.clone()).collect();
        written.extend(
            added
                .into_iter()
                .map(|(path, bytes)| (target.output.join(path), bytes))
                .filter(|(path, _)| !woven.contains(path)),
        );
        // They are written after what is copied, so over the copies.
        let declaration = Declaration::new(run, &names);
        for relative in declarations {
            let bytes = std::fs::read(target.input.join(&relative))
                .with_context(|| format!("`{}` cannot be read", relative.display()))?;
            match declaration.added_to(&bytes) {
                Ok(bytes) => written.push((target.output.join(&relative), bytes)),
                Err(error) => report.unreadable(&slashed(&relative), error.to_string()),
            }
        }
    }
    run.check_strict(&report.manifest)?;
    let mut pending = Vec::new();
    if !run.job.dry_run {
        written.push((manifest_path(&target.output), report.manifest.json()));
        pending.push(Pending::Files { written, copied });
    }
    let mut outcome = target.outcome(OutcomeKind::Woven, report.manifest);
    outcome.explained = report.explained;
    outcome.nearest = report.nearest_classes;
    Ok(Finished { outcome, pending })
}

/// The files below `folder` that are no archives, sorted, as relative paths.
pub(super) fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.context("cannot be read")?;
        if entry.file_type().is_file() && !is_archive_name(entry.path()) {
            files.push(
                entry
                    .path()
                    .strip_prefix(folder)
                    .unwrap_or(entry.path())
                    .to_path_buf(),
            );
        }
    }
    Ok(files)
}

fn look_at<'r>(
    target: &Target,
    relative: &Path,
    source: Option<&Source>,
    weaving: Weaving<'r>,
) -> Option<Looked<'r>> {
    let path = slashed(relative);
    let name = class_name(&path)
        .filter(|name| matcher::may_match(weaving.rules, name, &path) || weaving.is_asked(name))?;
    let prospect = weaving.prospect(source, &name, &path, None);
    let class = prospect.may_match.then(|| {
        let bytes =
            std::fs::read(target.input.join(relative)).map_err(|error| error.to_string())?;
        let class = weaving.class(&bytes, &path);
        class.map_err(|error| error.to_string())
    });
    Some(Looked {
        name,
        class,
        unresolved: prospect.unresolved,
    })
}

/// A relative path with slashes, as in an archive.
pub(super) fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

/// Puts the files of a folder in place.
pub(super) fn put(
    written: &[(PathBuf, Vec<u8>)],
    copied: &[(PathBuf, PathBuf)],
) -> anyhow::Result<()> {
    for (from, to) in copied {
        let bytes =
            std::fs::read(from).with_context(|| format!("`{}` cannot be read", from.display()))?;
        put_file(to, &bytes)?;
    }
    written
        .iter()
        .try_for_each(|(path, bytes)| put_file(path, bytes))
}

fn put_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let put = || {
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        let mut staged = Staged::beside(path)?;
        staged.write_all(bytes)?;
        staged.commit()
    };
    put().with_context(|| cannot_write(path))
}

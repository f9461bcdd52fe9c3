//! A folder of class files: written to another folder, or in place, with its structure kept.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use rayon::prelude::*;
use walkdir::WalkDir;

use crate::jar::Staged;
use crate::matcher;

use super::archive::cannot_write;
use super::class::{ClassOutcome, Weaving};
use super::entries::class_name;
use super::report::Report;
use super::targets::{Target, is_archive_name};
use super::{Finished, OutcomeKind, Pending, Run, manifest_path};

/// A file of the folder, with what became of it if a rule may match it.
struct File<'r> {
    relative: PathBuf,
    class: Option<(String, Result<ClassOutcome<'r>, String>)>,
}

pub(super) fn weave<'j>(run: &'j Run<'j>, target: &Target) -> anyhow::Result<Finished> {
    let files = files(&target.input)?;
    run.progress.begin(&target.input, files.len());
    let names = run.adapter_names(&target.name());
    let weaving = run.weaving(&names);
    let looked: Vec<File<'_>> = files
        .into_par_iter()
        .map(|relative| {
            let class = look_at(target, &relative, weaving);
            run.progress.tick();
            File { relative, class }
        })
        .collect();
    run.progress.end();

    let in_place =
        std::fs::canonicalize(&target.input).ok() == std::fs::canonicalize(&target.output).ok();
    let mut report = Report::new(run, target.name(), names.package());
    report.manifest.counts.entries = looked.len() as u64;
    let mut written: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut copied: Vec<(PathBuf, PathBuf)> = Vec::new();
    for file in looked {
        let entry = slashed(&file.relative);
        let output = target.output.join(&file.relative);
        let mut bytes = None;
        match file.class {
            Some((name, Ok(mut outcome))) => {
                bytes = outcome.bytes.take();
                outcome.bytes = bytes.is_some().then(Vec::new);
                report.manifest.counts.entries_inflated += 1;
                report.class(&entry, &name, outcome);
            }
            Some((_, Err(reason))) => report.unreadable(&entry, reason),
            None => {}
        }
        match bytes {
            Some(bytes) => written.push((output, bytes)),
            None if in_place => {}
            None => copied.push((target.input.join(&file.relative), output)),
        }
    }
    report.find_values(|class| {
        let path = target.input.join(class.replace('.', "/") + ".class");
        std::fs::read(path).ok()
    })?;
    report.finish();
    if report.manifest.counts.classes_woven > 0 {
        let mut added = report.needed_files(&names)?;
        added.push(report.inside());
        written.extend(
            added
                .into_iter()
                .map(|(path, bytes)| (target.output.join(path), bytes)),
        );
    }
    run.check_strict(&report.manifest)?;
    let mut pending = Vec::new();
    if !run.job.dry_run {
        written.push((
            manifest_path(&target.output),
            report.manifest.json().into_bytes(),
        ));
        pending.push(Pending::Files { written, copied });
    }
    Ok(Finished {
        outcome: target.outcome(OutcomeKind::Woven, report.manifest),
        pending,
    })
}

/// The files below `folder` that are no archives, sorted, as relative paths.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
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
    weaving: Weaving<'r>,
) -> Option<(String, Result<ClassOutcome<'r>, String>)> {
    let name =
        class_name(&slashed(relative)).filter(|name| matcher::may_match(weaving.rules, name))?;
    let looked = std::fs::read(target.input.join(relative))
        .map_err(|error| error.to_string())
        .and_then(|bytes| weaving.class(&bytes).map_err(|error| error.to_string()));
    Some((name, looked))
}

/// A relative path with slashes, as in an archive.
fn slashed(path: &Path) -> String {
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

//! Outputs are written beside their places, and put there when everything is written. What fails on the way leaves the old files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

use crate::digest::hex;
use crate::input::{File, Input, Link};
use crate::jar::{Archive, Closed, Method, Packed, Packer, Staged, write};
use crate::manifest::{Hashed, Manifest, RunManifest, Written};
use crate::report::Report;

use super::changes::{Changes, added_time};
use super::context::Run;
use super::error::{CannotWrite, hinted};
use super::job::{Outcome, OutcomeKind};
use super::paths::{file_name, manifest_path};
use super::targets::Target;

/// An outcome whose files are written and not in place yet.
pub(super) struct Finished {
    pub(super) outcome: Outcome,
    pub(super) pending: Vec<Pending>,
}

/// What waits until the whole run has succeeded.
pub(super) enum Pending {
    /// An archive to be put in its place once the disk has it.
    Archive(Staged),
    /// One of maybe many files to be put in their places.
    File(Closed),
    /// A file to be removed.
    Gone(PathBuf),
}

/// Puts everything in its place.
///
/// # Errors
/// The first file that cannot be put there, or removed.
pub(super) fn all(pending: Vec<Pending>) -> anyhow::Result<()> {
    for one in pending {
        match one {
            Pending::Archive(staged) => {
                let target = staged.target().to_path_buf();
                staged.commit().with_context(|| cannot_write(&target))?;
            }
            Pending::File(closed) => {
                let target = closed.target().to_path_buf();
                closed.commit().with_context(|| cannot_write(&target))?;
            }
            Pending::Gone(path) => {
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(anyhow::Error::new(error).context(cannot_write(&path)));
                    }
                    _ => {}
                }
                // A folder that is empty now held nothing else.
                let _ = path.parent().map(fs::remove_dir);
            }
        }
    }
    Ok(())
}

pub(super) fn cannot_write(path: &Path) -> CannotWrite {
    CannotWrite(path.to_path_buf())
}

/// Writes the output and its manifest beside their places. `is_old` is an input in which everything was woven before.
///
/// # Errors
/// The output cannot be written.
pub(super) fn stage(
    run: &Run<'_>,
    target: &Target,
    input: &Input,
    changes: Changes,
    report: Report<'_>,
    is_old: bool,
) -> anyhow::Result<Finished> {
    let mut manifest = report.manifest;
    let mut pending = Vec::new();
    if !run.job.dry_run {
        let is_same = changes.is_empty();
        match input.as_archive() {
            Some(archive) => {
                if !(is_same && target.is_in_place()) {
                    pending.push(self::archive(run, target, archive, changes, &mut manifest)?);
                }
            }
            None => folder(run, target, input, changes, &mut manifest, &mut pending)?,
        }
        let known = [&manifest_path(&target.input), &target.manifest];
        let kept = known.into_iter().find(|path| path.is_file());
        let kept = kept.filter(|_| is_old && is_same);
        let path = &target.manifest;
        if let (Some(_), Some(folder)) = (&run.job.manifest_dir, path.parent()) {
            run.folders
                .make(folder)
                .with_context(|| cannot_write(folder))?;
        }
        let mut staged = Staged::beside(path).with_context(|| cannot_write(path))?;
        if let Some(kept) = kept {
            // It says how the input came about.
            let content =
                fs::read(kept).with_context(|| format!("`{}` cannot be read", kept.display()))?;
            staged
                .write_all(&content)
                .with_context(|| cannot_write(path))?;
        } else {
            manifest
                .write(&mut staged)
                .with_context(|| cannot_write(path))?;
        }
        pending.push(Pending::File(staged.close()));
    }
    Ok(Finished {
        outcome: Outcome {
            input: target.input.clone(),
            output: target.output.clone(),
            kind: if is_old {
                OutcomeKind::AlreadyWoven
            } else {
                OutcomeKind::Woven
            },
            manifest,
            explained: report.explained,
            nearest: report.nearest_classes,
        },
        pending,
    })
}

/// The manifest of the whole run, written beside its place in the folder for manifests.
///
/// # Errors
/// It cannot be written.
pub(super) fn summed(
    run: &Run<'_>,
    folder: &Path,
    outcomes: &[Outcome],
) -> anyhow::Result<Pending> {
    let targets = run.targets.all.iter();
    let outputs = targets.zip(outcomes).map(|(target, outcome)| {
        let path = target
            .manifest
            .strip_prefix(folder)
            .unwrap_or(&target.manifest);
        (path.to_string_lossy().into_owned(), &outcome.manifest)
    });
    let path = folder.join("weave.json");
    let write = || {
        run.folders.make(folder)?;
        let mut staged = Staged::beside(&path)?;
        RunManifest::of(outputs.collect()).write(&mut staged)?;
        Ok::<_, io::Error>(staged.close())
    };
    write()
        .map(Pending::File)
        .with_context(|| cannot_write(&path))
}

fn archive(
    run: &Run<'_>,
    target: &Target,
    archive: &Archive,
    changes: Changes,
    manifest: &mut Manifest,
) -> anyhow::Result<Pending> {
    if let (true, Some(folder)) = (target.makes_folder, target.output.parent()) {
        run.folders
            .make(folder)
            .with_context(|| cannot_write(folder))?;
    }
    let time = added_time()?;
    let write_all = || {
        let mut staged = Staged::beside(&target.output)?;
        set_mode(&staged, mode(&target.input)?)?;
        let mut hashing = Hashing {
            inner: &mut staged,
            hasher: Sha256::new(),
        };
        if changes.is_empty() {
            hashing.write_all(archive.bytes())?;
        } else {
            let mut buffered = BufWriter::with_capacity(1 << 16, &mut hashing);
            write(archive, changes.pieces(archive), time, &mut buffered)?;
            buffered.flush()?;
        }
        let sha256 = hex(&hashing.hasher.finalize());
        Ok::<_, io::Error>((staged, sha256))
    };
    let (staged, sha256) = write_all().with_context(|| cannot_write(&target.output))?;
    manifest.output = Some(Hashed {
        name: file_name(&target.output),
        sha256,
    });
    Ok(Pending::Archive(staged))
}

/// The files of a folder. What an earlier run wrote into another folder, and this one does not, goes.
fn folder(
    run: &Run<'_>,
    target: &Target,
    input: &Input,
    changes: Changes,
    manifest: &mut Manifest,
    pending: &mut Vec<Pending>,
) -> anyhow::Result<()> {
    let in_place = target.is_in_place();
    let Changes {
        mut replaced,
        dropped,
        added,
    } = changes;
    let mut written = BTreeSet::new();
    for (index, file) in input.files().iter().enumerate() {
        if target.others.contains(&file.path) {
            written.insert(file.path.clone());
            continue;
        }
        let path = target.output.join(&file.path);
        if dropped.contains(&index) {
            pending.extend(in_place.then_some(Pending::Gone(path)));
            continue;
        }
        written.insert(file.path.clone());
        match replaced.remove(&index) {
            Some(content) => {
                if in_place {
                    check_link(file)?;
                }
                pending.push(put(run, &path, file.mode, &content)?);
            }
            None if in_place => {}
            None => pending.push(copy(run, &input.path().join(&file.path), &path, file.mode)?),
        }
    }
    for (path, content) in added {
        let content = Packer::default().pack(&content, Method::Stored);
        pending.push(put(run, &target.output.join(&path), None, &content)?);
        written.insert(path);
    }
    if !in_place {
        let old = fs::read(&target.manifest).unwrap_or_default();
        let old: Written = serde_json::from_slice(&old).unwrap_or_default();
        let outputs = run.targets.all.iter().map(|one| one.output.as_path());
        let outputs: BTreeSet<&Path> = outputs.collect();
        for path in old
            .files
            .iter()
            .filter(|path| is_below(path) && !written.contains(*path))
        {
            let path = target.output.join(path);
            if !outputs.contains(path.as_path()) {
                pending.push(Pending::Gone(path));
            }
        }
        manifest.files = written.into_iter().collect();
    }
    Ok(())
}

/// True for a path that stays in its folder: nothing else is ever removed.
fn is_below(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    parts.all(|part| matches!(part, std::path::Component::Normal(_)))
}

/// A class behind a link to a folder is not woven in place: the file is not in the folder that was given.
fn check_link(file: &File) -> anyhow::Result<()> {
    if file.link == Link::Folder {
        return Err(hinted(
            format!(
                "`{}` would be woven in place, but a folder above it is a link",
                file.path
            ),
            "weave into another folder, or give the folder that the link leads to as an input",
        ));
    }
    Ok(())
}

/// A file with new content, written beside its place.
fn put(run: &Run<'_>, path: &Path, mode: Option<u32>, content: &Packed) -> anyhow::Result<Pending> {
    let write = || {
        path.parent()
            .map_or(Ok(()), |folder| run.folders.make(folder))?;
        let mut staged = Staged::in_place_of(path)?;
        staged.write_all(&content.data.bytes()?)?;
        set_mode(&staged, mode)?;
        Ok::<_, io::Error>(staged.close())
    };
    write()
        .map(Pending::File)
        .with_context(|| cannot_write(path))
}

/// A file of the input as it is, written beside its place.
fn copy(run: &Run<'_>, from: &Path, to: &Path, mode: Option<u32>) -> anyhow::Result<Pending> {
    let mut file =
        fs::File::open(from).with_context(|| format!("`{}` cannot be read", from.display()))?;
    let mut write = || {
        to.parent()
            .map_or(Ok(()), |folder| run.folders.make(folder))?;
        let mut staged = Staged::in_place_of(to)?;
        io::copy(&mut file, &mut staged)?;
        set_mode(&staged, mode)?;
        Ok::<_, io::Error>(staged.close())
    };
    write().map(Pending::File).with_context(|| cannot_write(to))
}

fn set_mode(staged: &Staged, mode: Option<u32>) -> io::Result<()> {
    mode.map_or(Ok(()), |mode| staged.set_mode(mode))
}

/// The permission bits of an archive, which is a program where a script starts it.
#[cfg(unix)]
fn mode(path: &Path) -> io::Result<Option<u32>> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(Some(fs::metadata(path)?.permissions().mode() & 0o7777))
}

#[cfg(not(unix))]
fn mode(_: &Path) -> io::Result<Option<u32>> {
    Ok(None)
}

/// Hashes what it passes on.
struct Hashing<W> {
    inner: W,
    hasher: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

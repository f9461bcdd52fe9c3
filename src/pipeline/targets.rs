//! From the command line's inputs and output to what is woven where.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use walkdir::WalkDir;

use super::error::hinted;

/// What an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A jar, war, ear or zip.
    Archive,
    /// A folder of class files.
    Folder,
}

/// An input and where its output goes.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) kind: Kind,
    pub(super) input: PathBuf,
    pub(super) output: PathBuf,
    /// How many folders deep the output lies in the output folder.
    pub(super) depth: usize,
    /// The folder of the output is made where it is missing.
    pub(super) makes_folder: bool,
}

/// True for a file name that an archive of classes has.
pub(super) fn is_archive_name(path: &Path) -> bool {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default();
    ["jar", "war", "ear", "zip"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}

/// Finds what is woven. One archive goes to a file or into an existing folder; several, or a folder, into a folder in
/// which relative paths are kept.
pub(super) fn targets(inputs: &[PathBuf], output: &Path) -> anyhow::Result<Vec<Target>> {
    let mut targets = Vec::new();
    for input in inputs {
        let metadata = std::fs::metadata(input)
            .with_context(|| format!("`{}` cannot be read", input.display()))?;
        if metadata.is_dir() {
            folder(input, output, inputs.len() > 1, &mut targets)?;
        } else {
            let into_folder = output.is_dir() || inputs.len() > 1;
            let name = input.file_name().unwrap_or(input.as_os_str());
            let output = if into_folder {
                output.join(name)
            } else {
                output.to_path_buf()
            };
            targets.push(Target {
                kind: Kind::Archive,
                input: input.clone(),
                output,
                depth: 0,
                makes_folder: inputs.len() > 1,
            });
        }
    }
    if (inputs.len() > 1 || inputs.iter().any(|input| input.is_dir())) && output.is_file() {
        return Err(hinted(
            format!("`{}` is a file", output.display()),
            "the output for several inputs, or for a folder, is a folder",
        ));
    }
    for (index, target) in targets.iter().enumerate() {
        if targets
            .iter()
            .skip(index + 1)
            .any(|other| other.output == target.output)
        {
            bail!(
                "two inputs would both be written to `{}`",
                target.output.display()
            );
        }
    }
    Ok(targets)
}

/// A folder: its archives, and itself where there are class files in it.
fn folder(
    input: &Path,
    output: &Path,
    one_of_many: bool,
    targets: &mut Vec<Target>,
) -> anyhow::Result<()> {
    let output = match input.file_name() {
        Some(name) if one_of_many => output.join(name),
        _ => output.to_path_buf(),
    };
    let mut has_classes = false;
    let mut archives = Vec::new();
    for entry in WalkDir::new(input).sort_by_file_name() {
        let entry = entry.with_context(|| format!("`{}` cannot be read", input.display()))?;
        if !entry.file_type().is_file() {
            continue;
        }
        has_classes |= entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "class");
        if is_archive_name(entry.path()) {
            let relative = entry.path().strip_prefix(input).unwrap_or(entry.path());
            archives.push(Target {
                kind: Kind::Archive,
                input: entry.path().to_path_buf(),
                output: output.join(relative),
                depth: relative.components().count() - 1 + usize::from(one_of_many),
                makes_folder: true,
            });
        }
    }
    if !has_classes && archives.is_empty() {
        return Err(hinted(
            format!(
                "`{}` contains no class files and no archives",
                input.display()
            ),
            "an input is a jar, or a folder of class files or jars",
        ));
    }
    // The folder goes first: it copies the files around the archives.
    targets.push(Target {
        kind: Kind::Folder,
        input: input.to_path_buf(),
        output,
        depth: 0,
        makes_folder: true,
    });
    targets.extend(archives);
    Ok(())
}

/// The folder in which `weave-runtime.jar` goes.
pub(super) fn folder_of(output: &Path, targets: &[Target]) -> PathBuf {
    match targets {
        [only] if only.kind == Kind::Archive => only
            .output
            .parent()
            .map(Path::to_path_buf)
            .unwrap_or_default(),
        _ => output.to_path_buf(),
    }
}

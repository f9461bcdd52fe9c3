//! The files that are read: recordings by name, and folders of chunks, such as the repository of a JVM that was killed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// All recordings, those of a folder by name; each once.
pub(super) fn files(inputs: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for input in inputs {
        let found = if input.is_dir() {
            in_folder(input)?
        } else {
            if let Err(error) = fs::metadata(input) {
                let why = anyhow::Error::new(error);
                return Err(why.context(format!("`{}` cannot be read", input.display())));
            }
            vec![input.clone()]
        };
        for file in found {
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    Ok(files)
}

/// The recordings of a folder, which may have folders of chunks in it.
fn in_folder(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("`{}` cannot be read", folder.display()))?;
        let path = entry.path();
        let is_recording = path.extension().is_some_and(|extension| extension == "jfr");
        // The chunk that a JVM has begun, or was killed before it wrote to, may be empty.
        if is_recording
            && entry
                .metadata()
                .is_ok_and(|file| file.is_file() && file.len() > 0)
        {
            files.push(entry.into_path());
        }
    }
    if files.is_empty() {
        bail!("`{}` contains no recordings", folder.display());
    }
    Ok(files)
}

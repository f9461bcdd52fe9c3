//! Where tests find the files of this project, and where they may write.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test does"
)]

use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// A file or folder of this project.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A new, empty folder below the build folder.
pub(crate) fn empty(path: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(path);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// All files with this extension below a folder, sorted.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|actual| actual == extension))
        .collect()
}

//! The folders that a run makes for its outputs, so that a run that fails leaves none behind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The folders that were made, each after the one that holds it.
#[derive(Debug, Default)]
pub(super) struct Folders(Mutex<Vec<PathBuf>>);

impl Folders {
    /// Makes a folder and those above it, as far as they are missing.
    ///
    /// # Errors
    /// One of them cannot be made.
    pub(super) fn make(&self, folder: &Path) -> io::Result<()> {
        if folder.as_os_str().is_empty() || folder.is_dir() {
            return Ok(());
        }
        let missing = folder
            .ancestors()
            .take_while(|above| !above.as_os_str().is_empty());
        let missing: Vec<&Path> = missing.take_while(|above| !above.exists()).collect();
        fs::create_dir_all(folder)?;
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        made.extend(missing.into_iter().rev().map(Path::to_path_buf));
        Ok(())
    }

    /// Removes the folders that were made, as far as nothing is in them.
    pub(super) fn remove_empty(&self) {
        let made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for folder in made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

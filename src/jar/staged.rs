//! A file that appears whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{NamedTempFile, TempPath};

/// The temporary files that are there.
static THERE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn there() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    THERE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files and calls `end`, which ends the process: no file is made or put in its place meanwhile.
pub fn abandon_staged(end: impl FnOnce()) {
    let there = there();
    for path in there.iter() {
        // What cannot be removed is left: there is nobody to tell.
        let _ = fs::remove_file(path);
    }
    end();
}

/// A path in the list of temporary files.
#[derive(Debug)]
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        there().remove(&self.0);
    }
}

/// A temporary file beside its target, open for writing. It replaces the target on [`Staged::commit`] and is removed
/// otherwise.
#[derive(Debug)]
pub struct Staged {
    file: NamedTempFile,
    target: PathBuf,
    listed: Listed,
}

/// A temporary file that is written and closed, so that many of them can wait for their commit.
#[derive(Debug)]
pub struct Closed {
    path: TempPath,
    target: PathBuf,
    /// Dropped after the path, whose file is then gone.
    listed: Listed,
}

impl Staged {
    /// A file in the folder of `target`, with the permissions that an existing target has. Where `target` is a symbolic
    /// link, what it leads to is replaced.
    ///
    /// # Errors
    /// The folder is missing or cannot be written.
    pub fn beside(target: &Path) -> io::Result<Self> {
        let real = fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
        Self::new(real, folder_of(target))
    }

    /// The same, but where `target` is a symbolic link, the link is replaced and what it leads to stays.
    ///
    /// # Errors
    /// The folder is missing or cannot be written.
    pub fn in_place_of(target: &Path) -> io::Result<Self> {
        Self::new(target.to_path_buf(), folder_of(target))
    }

    /// `shown` is the folder that errors name.
    fn new(target: PathBuf, shown: &Path) -> io::Result<Self> {
        let is_link = fs::symlink_metadata(&target).is_ok_and(|metadata| metadata.is_symlink());
        if target.is_dir() && !is_link {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "it is a folder",
            ));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".weave-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // As any program makes a file: the user's mask is applied.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut there = there();
        let file = builder
            .tempfile_in(folder_of(&target))
            .map_err(|error| why_not(&error, shown))?;
        there.insert(file.path().to_path_buf());
        drop(there);
        let listed = Listed(file.path().to_path_buf());
        // Those of a folder behind a link are not for a file.
        if let Ok(metadata) = fs::metadata(&target)
            && metadata.is_file()
        {
            file.as_file().set_permissions(metadata.permissions())?;
        }
        Ok(Self {
            file,
            target,
            listed,
        })
    }

    /// What it will replace.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Gives the file the permission bits (`rwxrwxrwx`) of a Unix `mode`; other systems have none, and nothing is done.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn set_mode(&self, mode: u32) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let permissions = fs::Permissions::from_mode(mode & 0o777);
            self.file.as_file().set_permissions(permissions)?;
        }
        #[cfg(not(unix))]
        let _ = mode;
        Ok(())
    }

    /// Closes the file. Unlike [`Staged::commit`] it does not wait until the disk has the bytes, which takes
    /// milliseconds for each file; a disk that is full has refused them when they were written.
    pub fn close(self) -> Closed {
        Closed {
            path: self.file.into_temp_path(),
            target: self.target,
            listed: self.listed,
        }
    }

    /// Waits until the disk has the file, and puts it in the place of the target.
    ///
    /// # Errors
    /// The file cannot be written out or renamed; the target is then as it was.
    pub fn commit(self) -> io::Result<()> {
        self.file.as_file().sync_data()?;
        self.close().commit()
    }
}

impl Closed {
    /// Where it is until then.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it will replace.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Puts the file in the place of the target.
    ///
    /// # Errors
    /// The file cannot be renamed; the target is then as it was.
    pub fn commit(self) -> io::Result<()> {
        let mut there = there();
        let renamed = self.path.persist(&self.target);
        there.remove(&self.listed.0);
        drop(there);
        renamed.map_err(|error| error.error)
    }
}

/// The folder that holds `path`.
fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Says what is wrong with the folder; the system's word would name the temporary file.
fn why_not(error: &io::Error, folder: &Path) -> io::Error {
    let shown = folder.display();
    let why = match error.kind() {
        io::ErrorKind::NotFound => format!("folder `{shown}` does not exist: create it first"),
        io::ErrorKind::NotADirectory => format!("`{shown}` is not a folder"),
        io::ErrorKind::PermissionDenied => format!("folder `{shown}` does not allow new files"),
        io::ErrorKind::ReadOnlyFilesystem => {
            format!("folder `{shown}` is on a read-only file system")
        }
        kind => format!("no file can be created in folder `{shown}`: {kind}"),
    };
    io::Error::new(error.kind(), why)
}

impl Write for Staged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Past the wrapper, whose errors name the temporary file.
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

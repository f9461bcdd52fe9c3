//! A file that appears whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A temporary file beside its target. It replaces the target on [`Staged::commit`] and is removed otherwise.
#[derive(Debug)]
pub struct Staged {
    file: NamedTempFile,
    target: PathBuf,
}

impl Staged {
    /// A file in the folder of `target`, with the permissions that an existing target has.
    ///
    /// # Errors
    /// The folder is missing or cannot be written.
    pub fn beside(target: &Path) -> io::Result<Self> {
        // A link is kept: what it points to is replaced.
        let shown = target
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
        if target.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "it is a folder",
            ));
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".weave-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // As any program makes a file: the user's mask is applied.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder
            .tempfile_in(folder)
            .map_err(|error| why_not(&error, shown))?;
        if let Ok(metadata) = fs::metadata(&target) {
            fs::set_permissions(file.path(), metadata.permissions())?;
        }
        Ok(Self { file, target })
    }

    /// What it will replace.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Puts the file in the place of the target.
    ///
    /// # Errors
    /// The file cannot be written out or renamed; the target is then as it was.
    pub fn commit(self) -> io::Result<()> {
        self.file.as_file().sync_data()?;
        self.file
            .persist(&self.target)
            .map_err(|error| error.error)?;
        Ok(())
    }
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

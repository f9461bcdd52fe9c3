//! The files of a folder, with links followed.

use std::io;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use super::{File, Link};

/// The files of a folder, and what could not be listed.
pub(super) struct Listing {
    pub(super) files: Vec<File>,
    pub(super) warnings: Vec<String>,
}

/// Lists the files below `folder`, sorted by name folder by folder.
///
/// # Errors
/// A folder that cannot be listed. A link that leads nowhere, or back to a folder above it, is left out with a warning.
pub(super) fn list(folder: &Path) -> io::Result<Listing> {
    let mut files = Vec::new();
    let mut warnings = Vec::new();
    // The depth of the topmost link to a folder on the way to the present entry.
    let mut linked: Option<usize> = None;
    for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                warnings.push(unreachable(folder, error)?);
                continue;
            }
        };
        if linked.is_some_and(|depth| entry.depth() <= depth) {
            linked = None;
        }
        let is_link = entry.depth() > 0 && entry.path_is_symlink();
        if entry.file_type().is_dir() && is_link {
            linked = linked.or(Some(entry.depth()));
        }
        if !entry.file_type().is_file() {
            continue;
        }
        files.push(File {
            path: relative(folder, entry.path()),
            link: match (linked, is_link) {
                (Some(_), _) => Link::Folder,
                (None, true) => Link::File,
                (None, false) => Link::None,
            },
            mode: mode(&entry),
        });
    }
    Ok(Listing { files, warnings })
}

/// The warning for an entry that a link does not lead to, or the error for one that cannot be listed.
fn unreachable(folder: &Path, error: walkdir::Error) -> io::Result<String> {
    let path = error
        .path()
        .map_or_else(String::new, |path| relative(folder, path));
    if let Some(above) = error.loop_ancestor() {
        let above = relative(folder, above);
        let above = if above.is_empty() {
            "the folder itself".to_owned()
        } else {
            format!("`{above}`")
        };
        return Ok(format!(
            "`{path}` is a link to {above}, which contains it: it was left out"
        ));
    }
    let is_link = || error.path().is_some_and(Path::is_symlink);
    let is_gone = error
        .io_error()
        .is_some_and(|error| error.kind() == io::ErrorKind::NotFound);
    if is_gone && is_link() {
        return Ok(format!(
            "`{path}` is a link to a file that does not exist: it was left out"
        ));
    }
    Err(error.into())
}

/// The path of `file` from `folder`, with slashes.
fn relative(folder: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(folder).unwrap_or(file);
    let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(unix)]
fn mode(entry: &DirEntry) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    let metadata = entry.metadata().ok()?;
    Some(metadata.permissions().mode() & 0o7777)
}

#[cfg(not(unix))]
fn mode(_: &DirEntry) -> Option<u32> {
    None
}

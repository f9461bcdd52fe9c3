//! Names of files in messages, and where manifests lie.

use std::path::{Path, PathBuf};

/// The name of the jar that holds the runtime beside the outputs.
pub(super) const JAR_NAME: &str = "weave-runtime.jar";

/// The name that a file has in messages and manifests: without its folders.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// `output` with `.weave.json` behind it.
pub(super) fn manifest_path(output: &Path) -> PathBuf {
    // `classes/` is the folder `classes`, and `.` has a name too: the manifest lies beside it.
    let resolved = output
        .file_name()
        .is_none()
        .then(|| std::fs::canonicalize(output));
    let resolved = resolved.and_then(Result::ok);
    let output = resolved.as_deref().unwrap_or(output);
    let mut name = output.components().as_path().as_os_str().to_owned();
    name.push(".weave.json");
    PathBuf::from(name)
}

//! What the manifest of a jar says of the class path: the runtime that it is to name, and the jars that it names already.

use std::path::{Component, Path, PathBuf};

use crate::input::Input;
use crate::jar::{Inflater, ManifestMf};

use super::context::Run;
use super::paths::JAR_NAME;
use super::targets::Target;

/// Names the runtime, which lies `depth` folders above the jar, unless it is named there already; tells whether it was added.
pub(super) fn add_runtime(manifest: &mut ManifestMf, depth: usize) -> bool {
    let runtime = "../".repeat(depth) + JAR_NAME;
    let old = manifest.main("Class-Path").unwrap_or_default().trim();
    if old.split_ascii_whitespace().any(|path| path == runtime) {
        return false;
    }
    let new = if old.is_empty() {
        runtime
    } else {
        format!("{old} {runtime}")
    };
    manifest.set_main("Class-Path", new);
    true
}

/// Warns of a manifest that Java cannot read, and of jars that its `Class-Path` names and that are no longer where it says once the output lies in its place.
pub(super) fn warn(run: &Run<'_>, target: &Target, input: &Input, warnings: &mut Vec<String>) {
    let manifest = input.manifest().filter(|_| input.as_archive().is_some());
    let Some(content) =
        manifest.and_then(|index| input.content(index, &mut Inflater::default()).ok())
    else {
        return;
    };
    let manifest = ManifestMf::parse(&content);
    if let Some(why) = manifest.unreadable() {
        warnings.push(format!(
            "Java cannot read the manifest of this archive: {why}"
        ));
    }
    let class_path = manifest.main("Class-Path").unwrap_or_default();
    let folder = |path: &Path| path.parent().map(Path::to_path_buf).unwrap_or_default();
    let (from, to) = (folder(&target.input), folder(&target.output));
    for path in class_path.split_ascii_whitespace() {
        let is_elsewhere = path.contains(':') || path.ends_with(JAR_NAME);
        let (old, new) = (plain(&from.join(path)), plain(&to.join(path)));
        if is_elsewhere || old == new || !old.is_file() || new.exists() {
            continue;
        }
        let mut others = run.targets.all.iter();
        if others.any(|other| plain(&other.output) == new) {
            continue;
        }
        warnings.push(format!(
            "its Class-Path names `{path}`, which is not at `{}`: give the folder that holds both as the input, and paths are kept",
            new.display()
        ));
    }
}

/// A path without `.` and `..`, as far as that can be seen.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => _ = plain.pop(),
            other => plain.push(other),
        }
    }
    plain
}

//! The layers of a container image in a folder: each holds a part of one application, and their files lie in one folder when it runs.

use std::collections::{BTreeMap, BTreeSet};

use crate::input::{Input, is_archive_name};
use crate::jar::{Archive, Inflater, ManifestMf};

use super::paths::JAR_NAME;

/// The layer with the program, where `folder` holds the layers of an extracted application (`java -Djarmode=tools -jar app.jar
/// extract --layers`): its jar names libraries in its `Class-Path` that lie in another layer.
pub(super) fn of_program(folder: &Input) -> Option<String> {
    let paths = folder.files().iter().map(|file| file.path.as_str());
    let archives = paths.filter(|path| is_archive_name(path.as_ref()));
    let mut programs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut layers = BTreeSet::new();
    for path in archives {
        // An archive beside the folders belongs to no layer.
        let (layer, below) = path.split_once('/')?;
        layers.insert(layer);
        if !below.contains('/') && below != JAR_NAME {
            programs.entry(layer).or_default().push(below);
        }
    }
    let has = |layer: &str, path: &str| folder.find(&format!("{layer}/{path}")).is_some();
    let alone = programs.iter().filter(|(_, jars)| jars.len() == 1);
    let mut named = alone.flat_map(|(layer, jars)| {
        let archive = Archive::open(&folder.path().join(layer).join(jars[0])).ok();
        let libraries = archive
            .map(|archive| class_path(&archive))
            .unwrap_or_default();
        libraries.into_iter().map(|library| (*layer, library))
    });
    let found = named.find(|(layer, library)| {
        let is_elsewhere = || layers.iter().any(|other| has(other, library));
        !has(layer, library) && is_elsewhere()
    });
    found.map(|(layer, _)| layer.to_owned())
}

/// What the manifest of an archive names in its `Class-Path`.
fn class_path(archive: &Archive) -> Vec<String> {
    let manifest = archive
        .manifest()
        .and_then(|index| archive.entries().get(index));
    let content = manifest.and_then(|entry| archive.content(entry, &mut Inflater::default()).ok());
    let manifest = ManifestMf::parse(&content.unwrap_or_default());
    let paths = manifest.main("Class-Path").unwrap_or_default();
    paths.split_ascii_whitespace().map(str::to_owned).collect()
}

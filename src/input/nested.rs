//! Archives in an archive, and class files under other names: both are found by their content.

use std::path::Path;
use std::sync::Arc;

use crate::jar::{Archive, Entry, Inflater, JarError, Method};

use super::Input;
use super::layout::{has_extension, is_archive_name};

/// So many archives may lie in each other: a jar in a WAR in an EAR makes three.
const MOST_DEEP: usize = 8;

/// The class file version of JDK 1.1 (JVMS §4.1).
const FIRST_MAJOR_VERSION: u8 = 45;

/// Files with these endings are neither archives nor classes, whatever they hold: they are not looked into.
const RESOURCES: [&str; 40] = [
    "class",
    "properties",
    "xml",
    "html",
    "htm",
    "txt",
    "json",
    "js",
    "css",
    "png",
    "gif",
    "jpg",
    "jpeg",
    "svg",
    "ico",
    "md",
    "java",
    "kt",
    "scala",
    "groovy",
    "mf",
    "sf",
    "rsa",
    "dsa",
    "ec",
    "yml",
    "yaml",
    "kotlin_module",
    "kotlin_builtins",
    "xsd",
    "dtd",
    "so",
    "dll",
    "list",
    "idx",
    "ts",
    "map",
    "csv",
    "sql",
    "proto",
];

/// An archive that lies in another.
#[derive(Debug)]
pub struct Nested {
    /// The index of its file.
    pub file: usize,
    /// What is in it.
    pub input: Arc<Input>,
}

/// What archives in each other may take, so that a small hostile file cannot fill the memory.
pub(super) struct Limits {
    /// The archives around the present one, and itself.
    depth: usize,
    /// How many bytes may still be inflated: an archive that is stored in another takes no memory of its own.
    inflated: u64,
}

impl Limits {
    /// The limits for the archives in an archive of this size, in bytes: four times its size, since archives hardly compress.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            depth: 1,
            inflated: (4 * bytes as u64).max(64 << 20),
        }
    }
}

/// What is found in an archive.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) nested: Vec<Nested>,
    /// The names of class files that do not end in `.class`.
    pub(super) other_classes: Vec<String>,
    /// Archives by their names that cannot be opened, and why.
    pub(super) unopened: Vec<(String, String)>,
}

/// Opens the archives in `archive` that have class files somewhere in them.
pub(super) fn find(path: &Path, place: &str, archive: &Archive, limits: &mut Limits) -> Found {
    let mut found = Found::default();
    let mut inflater = Inflater::default();
    for (file, entry) in archive.entries().iter().enumerate() {
        match kind(archive, entry, &mut inflater) {
            Kind::Other => {}
            Kind::Class => found.other_classes.push(entry.name.clone()),
            Kind::Archive => match open(path, place, archive, entry, &mut inflater, limits) {
                Ok(input) if input.is_empty() => {}
                Ok(input) => found.nested.push(Nested {
                    file,
                    input: Arc::new(input),
                }),
                Err(_) if !is_archive_name(entry.name.as_ref()) => {}
                Err(why) => found.unopened.push((entry.name.clone(), why)),
            },
        }
    }
    found
}

enum Kind {
    Archive,
    Class,
    Other,
}

/// What an entry is, by its name where that says enough, else by its first bytes.
fn kind(archive: &Archive, entry: &Entry, inflater: &mut Inflater) -> Kind {
    let path = Path::new(&entry.name);
    if entry.is_directory() || has_extension(path, &RESOURCES) {
        return Kind::Other;
    }
    if is_archive_name(path) {
        return Kind::Archive;
    }
    match archive.magic(entry, inflater).as_slice() {
        [b'P', b'K', 3, 4, ..] => Kind::Archive,
        // A program for several kinds of Macs begins so too, with a small number of kinds in place of the version (JVMS §4.1).
        [0xca, 0xfe, 0xba, 0xbe, _, _, 0, major] if *major >= FIRST_MAJOR_VERSION => Kind::Class,
        _ => Kind::Other,
    }
}

fn open(
    path: &Path,
    place: &str,
    archive: &Archive,
    entry: &Entry,
    inflater: &mut Inflater,
    limits: &mut Limits,
) -> Result<Input, String> {
    if limits.depth == MOST_DEEP {
        return Err(format!(
            "it lies deeper than {MOST_DEEP} archives in each other"
        ));
    }
    if entry.method != Method::Stored {
        let left = limits.inflated.checked_sub(entry.size);
        limits.inflated = left.ok_or("the archives in this input take too much memory")?;
    }
    let why = |error: JarError| error.to_string();
    let bytes = archive.shared(entry, inflater).map_err(why)?;
    let inner = Archive::from_bytes(bytes).map_err(why)?;
    limits.depth += 1;
    let input = Input::of_archive(path, format!("{place}{}!", entry.name), inner, limits);
    limits.depth -= 1;
    Ok(input)
}

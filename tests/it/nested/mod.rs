//! Archives in archives: what is woven in them, where the runtime goes, and what stays as it was.

mod hostile;
mod places;
mod runs;

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::cli::Folder;
use crate::cli::jars::{RULES, class};

/// A folder with rules in `r.toml` that take every method of the package `demo`.
fn place() -> Folder {
    Folder::new().with("r.toml", RULES)
}

/// A class `demo.NAME` that the rules take.
fn demo(name: &str) -> Vec<u8> {
    class(&format!("demo/{name}"), 50)
}

/// An archive; entries that are archives are stored, as Spring Boot wants it, others are compressed.
fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    packed(entries, CompressionMethod::Stored)
}

/// An archive in which the archives are packed by `method`.
fn packed(entries: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        let is_archive = content.starts_with(b"PK");
        let method = if is_archive {
            method
        } else {
            CompressionMethod::Deflated
        };
        let options = SimpleFileOptions::default().compression_method(method);
        archive.start_file(*name, options).unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// An entry of an archive in archives, by its path from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    content: Vec<u8>,
    is_stored: bool,
}

/// All entries of an archive and of the archives in it: `WEB-INF/lib/a.jar!demo/A.class`.
fn tree(bytes: &[u8]) -> BTreeMap<String, Entry> {
    let mut all = BTreeMap::new();
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let name = entry.name().unwrap().into_owned();
        let is_stored = entry.compression() == CompressionMethod::Stored;
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        if content.starts_with(b"PK\x03\x04") {
            let inner = tree(&content).into_iter();
            all.extend(inner.map(|(path, entry)| (format!("{name}!{path}"), entry)));
        }
        all.insert(name, Entry { content, is_stored });
    }
    all
}

/// The paths in `tree` that end in `end`, without it.
fn before<'t>(tree: &'t BTreeMap<String, Entry>, end: &str) -> Vec<&'t str> {
    tree.keys()
        .filter_map(|path| path.strip_suffix(end))
        .collect()
}

/// The class roots in `tree` that have adapters.
fn adapters(tree: &BTreeMap<String, Entry>) -> Vec<&str> {
    let all = tree.keys().filter(|path| path.ends_with("/Probes.class"));
    all.filter_map(|path| Some(&path[..path.find("weave/gen/h")?]))
        .collect()
}

/// True for a class that calls adapters.
fn is_woven(class: &[u8]) -> bool {
    class.windows(11).any(|bytes| bytes == b"weave/gen/h")
}

const RUNTIME: &str = "weave/runtime/Shim.class";

/// Weaves `input` to `output`, and gives the entries of the output and what was said.
#[track_caller]
fn woven(at: &Folder, input: &str, output: &str) -> (BTreeMap<String, Entry>, String) {
    let said = at.weaves(&[input, "-r", "r.toml", "-o", output]);
    let bytes = std::fs::read(at.path().join(output)).unwrap();
    (tree(&bytes), said)
}

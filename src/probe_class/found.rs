//! The classes of a jar or folder, and which of them are probes.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use crate::classfile::{
    ClassError, ClassFile, may_be_annotated, rename_package, visible_annotations,
};
use crate::diagnostic::{Diagnostic, Level};
use crate::digest::sha256;
use crate::input::{Input, is_module_info};
use crate::jar::{Archive, Inflater};
use crate::model::{ProbePath, ShippedClass};
use crate::shim;

/// The package of JProfiler's API, which has the types of ours.
const VENDOR: &str = "com/jprofiler/api/probe/injected/";

/// What a jar or folder has.
pub(super) struct Found {
    /// Of the jar, or of all classes of the folder.
    pub(super) sha256: String,
    /// All classes but those of the API.
    pub(super) classes: Vec<ShippedClass>,
    /// The probe classes: binary name and class file.
    pub(super) probes: Vec<(String, Vec<u8>)>,
    /// There are some.
    pub(super) has_probes: bool,
}

/// Reads all classes.
///
/// # Errors
/// What cannot be read.
pub(super) fn find(path: &ProbePath) -> Result<Found, Box<Diagnostic>> {
    let wrong = |why: String| Box::new(cannot_read(path, &why));
    let (sha256, files) = files(&path.path).map_err(wrong)?;
    let mut found = Found {
        sha256,
        classes: Vec::new(),
        probes: Vec::new(),
        has_probes: false,
    };
    let source = &path.shown;
    for (path, bytes) in files {
        if is_module_info(&path) || path.starts_with(shim::API) || path.starts_with(VENDOR) {
            continue;
        }
        let ours = in_our_words(&bytes).map_err(|error| wrong(format!("`{path}`: {error}")))?;
        let is_renamed = matches!(ours, Cow::Owned(_));
        let bytes = ours.into_owned();
        let name = probe(&bytes).map_err(|error| wrong(format!("`{path}`: {error}")))?;
        if let Some(name) = name {
            found.has_probes = true;
            found.probes.push((name, bytes.clone()));
        }
        found.classes.push(ShippedClass {
            path,
            bytes,
            is_renamed,
            source: source.clone(),
        });
    }
    Ok(found)
}

/// A class file with the names of our API in place of those of JProfiler's.
///
/// # Errors
/// What is no class file, or a name that gets too long.
pub(crate) fn in_our_words(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ClassError> {
    let renamed = rename_package(bytes, VENDOR, shim::API)?;
    Ok(renamed.map_or(Cow::Borrowed(bytes), Cow::Owned))
}

/// The binary name of a class that is annotated as a probe.
fn probe(bytes: &[u8]) -> Result<Option<String>, ClassError> {
    let class = ClassFile::read(bytes)?;
    if !may_be_annotated(&class.pool) {
        return Ok(None);
    }
    let annotations = visible_annotations(&class.attributes, &class.pool)?;
    let is_probe = annotations
        .iter()
        .any(|one| one.type_name == super::probe::PROBE);
    Ok(is_probe.then(|| class.binary_name()))
}

/// The SHA-256 of a jar, or of the classes in a folder; and the classes that every release loads, by their paths in a class path.
type Files = (String, Vec<(String, Vec<u8>)>);

fn files(path: &Path) -> Result<Files, String> {
    let input = Input::open(path).map_err(|error| error.to_string())?;
    let mut inflater = Inflater::default();
    let mut files = Vec::new();
    let mut hashes = String::new();
    for class in input.classes().iter().filter(|class| class.release == 0) {
        let file = &input.files()[class.file];
        let content = input
            .content(class.file, &mut inflater)
            .map_err(|error| format!("`{}`: {error}", file.path))?;
        if input.as_archive().is_none() {
            let _ = writeln!(hashes, "{} {}", file.path, sha256(&content));
        }
        let root = &input.roots()[class.root].prefix;
        files.push((file.path[root.len()..].to_owned(), content));
    }
    let archive = input.as_archive();
    let hashed = archive.map_or(hashes.as_bytes(), Archive::bytes);
    Ok((sha256(hashed), files))
}

fn cannot_read(path: &ProbePath, why: &str) -> Diagnostic {
    let title = format!("the probe classes `{}` cannot be read", path.shown);
    placed(path, title, why)
}

/// An error where a class of `path` is in `first` too, with other bytes.
pub(super) fn twice(path: &ProbePath, class: &str, first: &str) -> Diagnostic {
    let title = format!(
        "`{first}` and `{}` have the class `{class}` in two versions",
        path.shown
    );
    placed(
        path,
        title,
        "the program would load either of them: take the class out of one of the two",
    )
}

/// An error where no class is a probe.
pub(super) fn nothing(path: &ProbePath) -> Diagnostic {
    let title = format!("`{}` has no probe class", path.shown);
    placed(
        path,
        title,
        "expected a jar or folder with a class that is annotated with @Probe",
    )
}

fn placed(path: &ProbePath, title: String, label: &str) -> Diagnostic {
    match path.place.clone() {
        Some((origin, span)) => Diagnostic::error(title, origin, span).label(label),
        None => Diagnostic {
            level: Level::Error,
            title: format!("{title}: {label}"),
            origin: None,
            span: None,
            label: None,
            notes: Vec::new(),
            help: Vec::new(),
        },
    }
}

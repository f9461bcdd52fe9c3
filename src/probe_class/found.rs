//! The classes of a jar or folder, and which of them are probes.

use std::borrow::Cow;
use std::path::Path;

use walkdir::WalkDir;

use crate::classfile::{
    ClassError, ClassFile, may_be_annotated, rename_package, visible_annotations,
};
use crate::diagnostic::{Diagnostic, Level};
use crate::digest::sha256;
use crate::jar::{Archive, Inflater, class_name, is_module_info};
use crate::rules::{ProbePath, ShippedClass};
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
    let (sha256, files) = if path.path.is_dir() {
        folder(&path.path)
    } else {
        archive(&path.path)
    }
    .map_err(wrong)?;
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

type Files = (String, Vec<(String, Vec<u8>)>);

fn archive(path: &Path) -> Result<Files, String> {
    let archive = Archive::open(path).map_err(|error| error.to_string())?;
    let mut inflater = Inflater::default();
    let mut files = Vec::new();
    for entry in archive.entries() {
        if class_name(&entry.name).is_some() && !entry.name.starts_with("META-INF/") {
            let content = archive
                .content(entry, &mut inflater)
                .map_err(|error| format!("entry `{}`: {error}", entry.name))?;
            files.push((entry.name.clone(), content));
        }
    }
    Ok((sha256(archive.bytes()), files))
}

fn folder(path: &Path) -> Result<Files, String> {
    let mut files = Vec::new();
    let mut all = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        let entry = entry.map_err(|error| error.to_string())?;
        let relative = entry.path().strip_prefix(path).unwrap_or(entry.path());
        let parts: Vec<_> = relative
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        let name = parts.join("/");
        if entry.file_type().is_file() && class_name(&name).is_some() {
            let bytes =
                std::fs::read(entry.path()).map_err(|error| format!("`{name}`: {error}"))?;
            all.extend(format!("{name} {}\n", sha256(&bytes)).bytes());
            files.push((name, bytes));
        }
    }
    Ok((sha256(&all), files))
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

//! Probe classes: probes that are written in Java with annotations, read from class files into the model of rules.
//!
//! A class is taken as the compiler left it: defaults that annotations leave out are not in class files and are known here, and the
//! order of methods is that of the file. References to the API of JProfiler become references to ours before anything is looked at, so
//! that there is one API from there on. Nothing of a probe class is run.

mod api_calls;
mod found;
mod interceptions;
mod methods;
mod parameters;
mod probe;
mod report;
mod telemetries;
mod vain;

pub(crate) use found::in_our_words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::classfile::ClassHead;
use crate::diagnostic::Diagnostic;
use crate::input::class_name;
use crate::model::{ProbePath, RuleSet, RuleSource, ShippedClass};
use crate::names::binary_name;
use report::Report;

/// Adds the probe classes that the rules name, and those of `more`, to the rules.
///
/// # Errors
/// Everything that is wrong with any of them.
pub fn load(rules: &mut RuleSet, more: &[PathBuf]) -> Result<(), Vec<Diagnostic>> {
    let mut paths = rules.probe_paths.clone();
    paths.extend(more.iter().map(|path| ProbePath {
        path: path.clone(),
        shown: path.display().to_string(),
        place: None,
    }));
    let mut errors = Vec::new();
    let mut read: Vec<PathBuf> = Vec::new();
    for path in &paths {
        let identity = std::fs::canonicalize(&path.path).unwrap_or_else(|_| path.path.clone());
        if read.contains(&identity) {
            continue;
        }
        read.push(identity);
        match found::find(path) {
            Ok(found) => add(rules, path, found, &mut errors),
            Err(error) => errors.push(*error),
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// Adds what a jar or folder has.
fn add(rules: &mut RuleSet, path: &ProbePath, found: found::Found, errors: &mut Vec<Diagnostic>) {
    let name = unique_name(rules, &file_name(&path.path));
    let probes_before = rules.probes.len();
    let errors_before = errors.len();
    let shipped = |path: &str| rules.shipped.iter().find(|known| known.path == path);
    let mut known = BTreeSet::new();
    let mut warnings = Vec::new();
    for class in &found.classes {
        let Some(first) = shipped(&class.path) else {
            continue;
        };
        let name = class_name(&class.path).unwrap_or_default();
        if first.bytes != class.bytes {
            errors.push(found::twice(path, &name, &first.source));
        }
        known.insert(name);
    }
    for class in &found.classes {
        let is_probe =
            |(name, _): &(String, Vec<u8>)| class_name(&class.path).as_ref() == Some(name);
        if !found.probes.iter().any(is_probe) {
            let mut report = Report {
                source: &name,
                class: &class_name(&class.path).unwrap_or_default(),
                errors,
                warnings: &mut warnings,
            };
            methods::check_plain_class(&class.bytes, &mut report);
        }
    }
    let new = |(class, _): &(String, Vec<u8>)| !known.contains(class);
    for (class, bytes) in found.probes.into_iter().filter(new) {
        probe::read(rules, &name, &class, &bytes, errors);
    }
    if rules.probes.len() == probes_before && errors.len() == errors_before && !found.has_probes {
        errors.push(found::nothing(path));
    }
    rules.warnings.append(&mut warnings);
    rules.sources.push(RuleSource {
        name,
        path: path.path.display().to_string(),
        text: "".into(),
        sha256: found.sha256,
    });
    for class in &found.classes {
        note_colors(rules, class);
    }
    for class in found.classes {
        if !rules.shipped.iter().any(|known| known.path == class.path) {
            rules.shipped.push(class);
        }
    }
}

/// Where the class is the enum of a probe's types and gives them colours, the probe has these.
fn note_colors(rules: &mut RuleSet, class: &ShippedClass) {
    const COLORS: &[u8] = b"weave/probe/TypeCustomizer";
    let binary_name = binary_name(class.path.trim_end_matches(".class"));
    for probe in rules
        .probes
        .iter_mut()
        .filter_map(|probe| probe.class.as_mut())
    {
        if probe.types.as_ref() == Some(&binary_name) {
            let head = ClassHead::read(&class.bytes);
            probe.colors = head.is_ok_and(|head| head.interfaces.iter().any(|one| one.0 == COLORS));
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// The name of a source, with a number where another of its name is there.
fn unique_name(rules: &RuleSet, name: &str) -> String {
    let is_known = |name: &str| rules.sources.iter().any(|source| source.name == name);
    let mut numbered = (2..).map(|number| format!("{name}({number})"));
    std::iter::once(name.to_owned())
        .chain(numbered.by_ref())
        .find(|name| !is_known(name))
        .unwrap_or_default()
}

//! The order of the modules, held by reading the sources: a module uses the layers before its own, never a sibling and
//! never a later one. What else can be seen in the text is checked here too: who prints, who creates files, how long files
//! are.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// From the first that may be used by all to the last that may use all.
const LAYERS: &[&[&str]] = &[
    &["digest", "names", "visible"],
    &["diagnostic"],
    &["classfile", "model", "jar", "shim"],
    &["rules", "jdk", "input", "program"],
    &["refusal", "hierarchy", "print", "probe_class"],
    &["matcher"],
    &["plan"],
    &["generate", "rewrite"],
    &["manifest", "weave"],
    &["report"],
    &["run"],
    &["verify", "recording"],
    &["cli"],
];

/// Files are 600 lines at most, but for these: path, and the reason.
const LONG_FILES: &[(&str, &str)] = &[];
const MAX_LINES: usize = 600;

const PRINTING: &[&str] = &[
    "print!(",
    "println!(",
    "eprint!(",
    "eprintln!(",
    "dbg!(",
    "io::stdout(",
    "io::stderr(",
    "anstream::",
    "process::exit(",
];
const PRINTERS: &[&str] = &["cli"];

const CREATING: &[&str] = &[
    "File::create",
    "File::options",
    "OpenOptions",
    "fs::write(",
    "fs::copy(",
    "fs::rename(",
    "NamedTempFile",
    "tempfile::",
];
const CREATORS: &[&str] = &["jar", "manifest"];

/// Conversions of names and reading of descriptors.
const NAMING: &[&str] = &[
    "replace('/'",
    "replace('.'",
    "strip_prefix('L')",
    "strip_suffix(';')",
    "ends_with(\")V\")",
    "trim_start_matches('[')",
    "trim_start_matches('(')",
    "trim_end_matches('V')",
    "format!(\"L{",
];
const NAMERS: &[&str] = &["names"];

#[test]
fn modules_only_use_lower_layers() {
    let rank: BTreeMap<&str, usize> = LAYERS
        .iter()
        .enumerate()
        .flat_map(|(rank, names)| names.iter().map(move |name| (*name, rank)))
        .collect();
    let mut wrong = Vec::new();
    for file in sources("src") {
        let Some(module) = &file.module else {
            continue;
        };
        let Some(&own) = rank.get(module.as_str()) else {
            wrong.push(format!("{}: module `{module}` is in no layer", file.path));
            continue;
        };
        for (place, line) in file.lines() {
            for used in crate_paths(line) {
                if used.is_empty() {
                    wrong.push(format!("{place}: write one `use crate::…` line per module"));
                } else if used != module && rank.get(used).is_none_or(|&rank| rank >= own) {
                    wrong.push(format!("{place}: `{module}` must not use `{used}`"));
                }
            }
        }
    }
    report(&wrong);
}

/// So that no path leaves a top-level module unseen.
#[test]
fn modules_are_left_by_crate_paths_only() {
    let mut wrong = Vec::new();
    for file in sources("src") {
        if file.module.is_none() {
            continue;
        }
        let out = "super::".repeat(file.depth);
        for (place, line) in file.lines() {
            if line.contains(&out) {
                wrong.push(format!(
                    "{place}: `{out}` leaves the module; write `crate::…`"
                ));
            }
        }
    }
    report(&wrong);
}

#[test]
fn only_the_command_line_prints() {
    report(&uses(PRINTING, PRINTERS, "prints or exits"));
}

#[test]
fn only_jar_and_manifest_create_files() {
    report(&uses(CREATING, CREATORS, "creates or replaces files"));
}

#[test]
fn only_names_converts_names() {
    report(&uses(
        NAMING,
        NAMERS,
        "converts a name or reads a descriptor",
    ));
}

#[test]
fn files_stay_short() {
    let mut wrong = Vec::new();
    for file in ["src", "tests"].into_iter().flat_map(sources) {
        let lines = file.text.lines().count();
        let exception = LONG_FILES.iter().find(|(path, _)| *path == file.path);
        match exception {
            None if lines > MAX_LINES => wrong.push(format!(
                "{}: {lines} lines; split it, or put it on the list with the reason",
                file.path
            )),
            Some((path, reason)) if lines <= MAX_LINES || reason.is_empty() => wrong.push(format!(
                "{path}: on the list of long files, but short or without a reason"
            )),
            _ => {}
        }
    }
    for (path, _) in LONG_FILES {
        if !Path::new(env!("CARGO_MANIFEST_DIR")).join(path).is_file() {
            wrong.push(format!("{path}: on the list of long files, but not there"));
        }
    }
    report(&wrong);
}

/// A Rust file. Its lines are looked at up to its test module.
struct Source {
    /// From the top of the package, with slashes.
    path: String,
    text: String,
    /// The top-level module; `None` for `lib.rs`, `main.rs` and what is not under `src`.
    module: Option<String>,
    /// Steps from the root of the crate: 1 for `rules/mod.rs`, 2 for `rules/check.rs`.
    depth: usize,
}

impl Source {
    /// The lines with `path:line` before them, without comments; test modules are no part of the program.
    fn lines(&self) -> impl Iterator<Item = (String, &str)> {
        self.text
            .lines()
            .take_while(|line| !line.starts_with("mod tests"))
            .enumerate()
            .map(|(number, line)| {
                let code = line.split("//").next().unwrap_or_default();
                (format!("{}:{}", self.path, number + 1), code)
            })
    }
}

/// The Rust files below a folder of the package, sorted by path.
fn sources(folder: &str) -> Vec<Source> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    rust_files(&top.join(folder), &mut paths);
    assert!(!paths.is_empty(), "no Rust file in {folder}");
    paths.sort();
    // Not part of the crate: Cargo runs it before.
    paths.retain(|path| *path != top.join("src/build.rs"));
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let inside = path.strip_prefix(top).unwrap();
            let mut steps: Vec<String> = inside
                .with_extension("")
                .iter()
                .skip(1)
                .map(|step| step.to_str().unwrap().to_owned())
                .collect();
            if steps.last().is_some_and(|last| last == "mod") {
                steps.pop();
            }
            let module = steps.first().cloned();
            Source {
                path: inside.to_str().unwrap().replace('\\', "/"),
                text,
                module: module.filter(|name| folder == "src" && name != "lib" && name != "main"),
                depth: steps.len(),
            }
        })
        .collect()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// First segments of the `crate::…` paths on a line.
fn crate_paths(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::").skip(1).map(|rest| {
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        &rest[..end]
    })
}

/// Places outside of `allowed` whose code has one of `words`.
fn uses(words: &[&str], allowed: &[&str], what: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in sources("src") {
        let module = file.module.as_deref().unwrap_or_default();
        if allowed.contains(&module) {
            continue;
        }
        for (place, line) in file.lines() {
            if let Some(word) = words.iter().find(|word| line.contains(**word)) {
                wrong.push(format!(
                    "{place}: `{word}` {what}; only {allowed:?} may do so"
                ));
            }
        }
    }
    wrong
}

#[track_caller]
fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

//! Which rules a run uses: those that `-r` names, else `weave.toml` of the current folder, else the built-in pack `default`.

use std::fs;
use std::path::{Path, PathBuf};

use super::messages::Failure;
use crate::rules;
use crate::rules::RuleFile;

const LOCAL: &str = "weave.toml";
const DEFAULT: &str = "default";

/// The rules files of a run, and which they are when the command line does not say.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) files: Vec<RuleFile>,
    pub(crate) said: Option<String>,
}

/// Finds and reads the rules files. All that cannot be had are reported at once.
pub(crate) fn choose(named: &[PathBuf]) -> Result<Chosen, Vec<Failure>> {
    if named.is_empty() {
        return match unnamed() {
            Ok(chosen) => Ok(chosen),
            Err(failure) => Err(vec![failure]),
        };
    }
    let mut files = Vec::new();
    let mut failures = Vec::new();
    for path in named {
        match find(path) {
            Ok(file) => files.push(file),
            Err(failure) => failures.push(failure),
        }
    }
    if failures.is_empty() {
        Ok(Chosen { files, said: None })
    } else {
        Err(failures)
    }
}

fn unnamed() -> Result<Chosen, Failure> {
    let local = Path::new(LOCAL);
    if exists(local) {
        return Ok(Chosen {
            files: vec![read(local)?],
            said: Some(format!("`{LOCAL}` of this folder, as --rules names none")),
        });
    }
    Ok(Chosen {
        files: vec![find(Path::new(DEFAULT))?],
        said: Some(format!(
            "built-in pack `{DEFAULT}`, as --rules names none and there is no `{LOCAL}` here"
        )),
    })
}

/// A path that exists wins over a pack of that name.
fn find(path: &Path) -> Result<RuleFile, Failure> {
    if exists(path) {
        return read(path);
    }
    if let Some(pack) = path.to_str().and_then(rules::pack) {
        return Ok(pack);
    }
    let looks_like_a_path = path.extension().is_some() || path.components().count() > 1;
    let packs = list(rules::PACKS);
    Err(if looks_like_a_path {
        Failure {
            text: format!("cannot read the rules `{}`: no such file", path.display()),
            help: Some(format!(
                "give --rules the path of a TOML file, or a built-in pack: {packs}"
            )),
        }
    } else {
        Failure {
            text: format!(
                "`{}` is neither a rules file nor a built-in pack",
                path.display()
            ),
            help: Some(format!("the built-in packs are: {packs}")),
        }
    })
}

fn read(path: &Path) -> Result<RuleFile, Failure> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| Failure {
        text: format!("cannot read the rules `{shown}`: {error}"),
        help: path
            .is_dir()
            .then(|| "--rules takes files; it may be repeated".to_owned()),
    })?;
    let text = String::from_utf8(bytes).map_err(|error| Failure {
        text: format!(
            "the rules `{shown}` are not UTF-8, from byte {} on",
            error.utf8_error().valid_up_to()
        ),
        help: Some("TOML files are UTF-8: save the file in that encoding".to_owned()),
    })?;
    Ok(RuleFile {
        name: path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned(),
        path: path.to_string_lossy().into_owned(),
        text: text.into(),
    })
}

/// What cannot be looked at is there, so that reading it says what is wrong.
fn exists(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}

fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

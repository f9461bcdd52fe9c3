//! Which rules a run uses: those that `-r` names, else `weave.toml` of the current folder, else the built-in pack `default`.

use std::path::{Path, PathBuf};

use super::messages::{Failure, Messages};
use super::summary;
use crate::model::{RuleFile, RuleSet};
use crate::probe_class;
use crate::rules;

const LOCAL: &str = "weave.toml";
const DEFAULT: &str = "default";

/// The rules files of a run, and which they are when the command line does not say.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) files: Vec<RuleFile>,
    /// Where probe classes are, besides what the files say.
    pub(crate) probes: Vec<PathBuf>,
    pub(crate) said: Option<String>,
}

/// Finds and reads the rules files. All that cannot be had are reported at once.
pub(crate) fn choose(named: &[PathBuf], probes: &[PathBuf]) -> Result<Chosen, Vec<Failure>> {
    if named.is_empty() {
        return match unnamed(probes) {
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
        Ok(Chosen {
            files,
            probes: probes.to_vec(),
            said: None,
        })
    } else {
        Err(failures)
    }
}

/// Reads and checks the chosen rules; what is wrong and what may be is printed on the way.
pub(crate) fn load(chosen: &Chosen, messages: Messages) -> Result<RuleSet, Vec<Failure>> {
    let report = |diagnostics: Vec<_>| {
        messages.diagnostics(&diagnostics);
        Vec::new()
    };
    let mut rules = rules::load(&chosen.files).map_err(report)?;
    probe_class::load(&mut rules, &chosen.probes).map_err(report)?;
    if let Some(said) = &chosen.said {
        messages.text(&summary::rules_line(said));
    }
    messages.diagnostics(&rules.warnings);
    Ok(rules)
}

fn unnamed(probes: &[PathBuf]) -> Result<Chosen, Failure> {
    let local = Path::new(LOCAL);
    if exists(local) {
        return Ok(Chosen {
            files: vec![find(local)?],
            probes: probes.to_vec(),
            said: Some(format!("`{LOCAL}` of this folder, without --rules")),
        });
    }
    if !probes.is_empty() {
        return Ok(Chosen {
            files: Vec::new(),
            probes: probes.to_vec(),
            said: None,
        });
    }
    Ok(Chosen {
        files: vec![find(Path::new(DEFAULT))?],
        probes: Vec::new(),
        said: Some(format!(
            "built-in pack `{DEFAULT}`, without --rules and `{LOCAL}`"
        )),
    })
}

/// A path that exists wins over a pack of that name.
fn find(path: &Path) -> Result<RuleFile, Failure> {
    rules::find(Some(Path::new("")), path).map_err(|error| Failure {
        text: error.text,
        help: error.help,
    })
}

/// What cannot be looked at is there, so that reading it says what is wrong.
fn exists(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}

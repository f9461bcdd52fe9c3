//! Where rules come from: files, and the packs that are built in.

use std::fs;
use std::path::Path;

use crate::diagnostic::words::nearest;
use crate::model::RuleFile;

use super::packs::{self, PACKS, pack};

/// Rules that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// What is wrong, on one line.
    pub text: String,
    /// What would be right.
    pub help: Option<String>,
}

/// The rules of this name: a file in `folder`, or else a built-in pack. Without a folder only packs are looked for.
///
/// # Errors
/// There are none of this name, or the file cannot be read or is not UTF-8.
pub fn find(folder: Option<&Path>, name: &Path) -> Result<RuleFile, SourceError> {
    let path = folder.map(|folder| folder.join(name));
    if let Some(path) = path.filter(|path| exists(path)) {
        return read(&path);
    }
    if let Some(pack) = name.to_str().and_then(pack) {
        return Ok(pack);
    }
    let shown = match name.to_string_lossy() {
        empty if empty.is_empty() => "\"\"".into(),
        shown => shown,
    };
    let packs = packs::list();
    let looks_like_a_path = name.extension().is_some() || name.components().count() > 1;
    Err(if folder.is_some() && looks_like_a_path {
        let path = folder.unwrap_or(Path::new("")).join(name);
        SourceError {
            text: format!("cannot read the rules `{}`: no such file", path.display()),
            help: Some(format!(
                "expected the path of a TOML file, or a built-in pack: {packs}"
            )),
        }
    } else {
        let names: Vec<&str> = PACKS.iter().map(|pack| pack.name).collect();
        let near = name.to_str().and_then(|name| nearest(name, &names));
        SourceError {
            text: if folder.is_some() {
                format!("`{shown}` is neither a rules file nor a built-in pack")
            } else {
                format!("there is no built-in pack `{shown}`")
            },
            help: Some(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the built-in packs are: {packs}"),
            }),
        }
    })
}

/// The folder that the names in a rules file are relative to; none for a pack.
pub(super) fn folder(path: &str) -> Option<&Path> {
    match packs::of(path) {
        Some(_) => None,
        None => Some(Path::new(path).parent().unwrap_or(Path::new(""))),
    }
}

fn read(path: &Path) -> Result<RuleFile, SourceError> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|error| SourceError {
        text: format!("cannot read the rules `{shown}`: {error}"),
        help: path
            .is_dir()
            .then(|| "rules are files: name each of them".to_owned()),
    })?;
    let text = String::from_utf8(bytes).map_err(|error| SourceError {
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

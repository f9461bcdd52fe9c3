//! What `--classpath` names, as `java` reads it.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

/// Why a class path cannot be read.
#[derive(Debug)]
pub struct ClassPathError {
    /// The file concerned.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

/// The archives and folders that class paths name, in order: entries between the separators of the platform, `folder/*` for
/// the jars in a folder, and `@file` for a file that holds class paths. What is not there is left out, as `java` does.
///
/// # Errors
/// An `@file` that cannot be read.
pub fn expand(class_paths: &[OsString]) -> Result<Vec<PathBuf>, ClassPathError> {
    let mut found = Vec::new();
    for class_path in class_paths {
        let argument_file = class_path.to_str().and_then(|text| text.strip_prefix('@'));
        if let Some(file) = argument_file {
            let text = std::fs::read_to_string(file).map_err(|error| ClassPathError {
                path: file.into(),
                error,
            })?;
            for argument in arguments(&text) {
                split(argument.as_ref(), &mut found);
            }
        } else {
            split(class_path, &mut found);
        }
    }
    Ok(found)
}

fn split(class_path: &OsStr, found: &mut Vec<PathBuf>) {
    for entry in std::env::split_paths(class_path) {
        if entry.file_name() == Some(OsStr::new("*")) {
            found.extend(jars(entry.parent().unwrap_or(Path::new(""))));
        } else if !entry.as_os_str().is_empty() && entry.exists() {
            found.push(entry);
        }
    }
}

/// The jars in a folder, not below it, in the order of their names.
fn jars(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut jars: Vec<PathBuf> = files
        .map(|file| file.path())
        .filter(|path| {
            let extension = path.extension().and_then(OsStr::to_str);
            matches!(extension, Some("jar" | "JAR")) && path.is_file()
        })
        .collect();
    jars.sort();
    jars
}

/// The arguments in an argument file: spaces and line ends between them, quotes around them, `#` before comments.
fn arguments(text: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut argument: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), '\\') => argument.get_or_insert_default().extend(letters.next()),
            (None, '"' | '\'') => {
                quote = Some(letter);
                argument.get_or_insert_default();
            }
            (None, '#') if argument.is_none() => {
                _ = letters.by_ref().find(|letter| *letter == '\n');
            }
            (None, _) if letter.is_whitespace() => arguments.extend(argument.take()),
            _ => argument.get_or_insert_default().push(letter),
        }
    }
    arguments.extend(argument);
    // A file may hold the option as well.
    arguments
        .retain(|argument| !matches!(argument.as_str(), "-cp" | "-classpath" | "--class-path"));
    arguments
}

#[cfg(test)]
mod tests {
    use super::arguments;

    #[test]
    fn argument_files_are_read_as_java_reads_them() {
        let text = "# jars\n-cp lib/a.jar:lib/b.jar\n\"with space/c.jar\" 'd.jar' # behind\n\"e\\\\f.jar\"";
        assert_eq!(
            arguments(text),
            [
                "lib/a.jar:lib/b.jar",
                "with space/c.jar",
                "d.jar",
                "e\\f.jar"
            ]
        );
    }
}

//! `include`: the files that a rules file names are read before it, each once in a run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::model::RuleFile;

use super::Builder;
use super::reader::{File, Text};
use super::source;

/// Which files were read, and which are being read.
#[derive(Default)]
pub(super) struct Includes {
    /// What tells files apart.
    read: Vec<PathBuf>,
    /// The files that wait for those they include, outermost first: what tells them apart, and their paths for people.
    open: Vec<(PathBuf, String)>,
}

impl Builder<'_> {
    /// Reads a file that was not read yet.
    pub(super) fn once(&mut self, source: &RuleFile) {
        let identity = identity(Path::new(&source.path));
        if self.includes.read.contains(&identity) {
            return;
        }
        self.includes.read.push(identity.clone());
        self.includes.open.push((identity, source.path.clone()));
        self.file(source);
        self.includes.open.pop();
    }

    /// Reads what a file includes under this name.
    pub(super) fn include(&mut self, file: &mut File<'_>, name: &Text) {
        let folder = source::folder(&file.source.path);
        let span = file.within(name, 0..name.value.len());
        // A file that is being read is known to be there.
        let path = folder.map(|folder| folder.join(&name.value));
        if let Some(chain) = path.as_deref().and_then(|path| self.cycle(path)) {
            return report_cycle(file, span, &chain);
        }
        match source::find(folder, Path::new(&name.value)) {
            Ok(found) => match self.cycle(Path::new(&found.path)) {
                Some(chain) => report_cycle(file, span, &chain),
                None => self.once(&found),
            },
            Err(error) => file.error(span, error.text, error.help.as_deref().unwrap_or_default()),
        }
    }

    /// The paths from a file that is being read back to itself.
    fn cycle(&self, path: &Path) -> Option<Vec<&str>> {
        let identity = identity(path);
        let open = &self.includes.open;
        let start = open.iter().position(|(known, _)| *known == identity)?;
        let chain = open.get(start..)?.iter().chain(open.get(start));
        Some(chain.map(|(_, path)| path.as_str()).collect())
    }
}

fn report_cycle(file: &mut File<'_>, span: std::ops::Range<usize>, chain: &[&str]) {
    let path = chain.first().copied().unwrap_or_default();
    file.error(
        span,
        format!("`{path}` includes itself: {}", chain.join(" -> ")),
        "take one of these includes out",
    );
}

/// The same for all ways to write the path of a file.
fn identity(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

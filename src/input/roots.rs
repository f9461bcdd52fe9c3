//! Which class root each class file lies in, and which release it is for.

use std::collections::{BTreeMap, HashMap};

use crate::classfile::ClassHead;
use crate::jar::{Inflater, MANIFEST_MF, ManifestMf};
use crate::names::binary_name;

use super::layout::{self, class_folder, versioned};
use super::{Class, Input};

/// Where a class loader begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassRoot {
    /// Its path from the top of the input: empty, or with a slash at the end.
    pub prefix: String,
    /// Whose classes it holds.
    pub kind: RootKind,
}

/// Whose classes a class root holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootKind {
    /// Those of a library, or of an application.
    Application,
    /// Those beside `WEB-INF` or `BOOT-INF`, or in a layer beside: the launcher's, which starts the application with a loader of its own.
    Launcher,
}

/// Sorts the class files of an input into class roots.
pub(super) struct Roots<'i> {
    input: &'i Input,
    found: Vec<ClassRoot>,
    by_prefix: HashMap<String, usize>,
    /// Of a folder: by the folder of class files, where its packages begin.
    beginnings: BTreeMap<String, String>,
    /// By class root, whether its `META-INF/versions` counts.
    multi_release: HashMap<String, bool>,
    unread_versions: usize,
}

impl<'i> Roots<'i> {
    pub(super) fn new(input: &'i Input) -> Self {
        Self {
            input,
            found: Vec::new(),
            by_prefix: HashMap::new(),
            beginnings: BTreeMap::new(),
            multi_release: HashMap::new(),
            unread_versions: 0,
        }
    }

    /// The class in the file with this index; `None` for other files, and for classes that no JVM reads.
    pub(super) fn class(&mut self, file: usize, path: &str) -> Option<Class> {
        let stem = path.strip_suffix(".class")?;
        let begin = self.beginning(file, stem);
        // A root that was found by a package may be that of a release.
        let versions = begin
            .rfind("META-INF/versions/")
            .filter(|&at| versioned(&begin[at..]).is_some_and(|(_, rest)| rest.is_empty()));
        let root = versions
            .map_or(begin.as_str(), |at| &begin[..at])
            .to_owned();
        let below = stem.get(root.len()..)?;
        let (release, name) = match versioned(below) {
            Some((release, rest)) if self.is_multi_release(&root) => (release, rest),
            None if !below.starts_with("META-INF/versions/") => (0, below),
            _ => {
                self.unread_versions += 1;
                return None;
            }
        };
        Some(Class {
            file,
            name: binary_name(name),
            root: self.root(root),
            release,
        })
    }

    /// The class roots, and how many class files no JVM reads.
    pub(super) fn finish(self) -> (Vec<ClassRoot>, usize) {
        (self.found, self.unread_versions)
    }

    /// Where the packages of the class file `stem` begin.
    fn beginning(&mut self, file: usize, stem: &str) -> String {
        if let Some(folder) = class_folder(stem) {
            return folder.to_owned();
        }
        if self.input.as_archive().is_some() {
            return self.application_of(stem).unwrap_or_default();
        }
        let folder = stem.rsplit_once('/').map_or("", |(folder, _)| folder);
        if let Some(known) = self.beginnings.get(folder) {
            return known.clone();
        }
        let found = self.package_begins(file, folder);
        let found = found
            .or_else(|| self.application_of(stem))
            .unwrap_or_default();
        self.beginnings.insert(folder.to_owned(), found.clone());
        found
    }

    /// Where the package of a class file begins that lies in `folder`: by the name that is in it.
    fn package_begins(&self, file: usize, folder: &str) -> Option<String> {
        let bytes = self.input.content(file, &mut Inflater::default()).ok()?;
        let head = ClassHead::read(&bytes).ok()?;
        let name = head.name.decode();
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        let begin = folder.strip_suffix(package)?;
        match begin {
            "" => Some(String::new()),
            begin if package.is_empty() => Some(format!("{begin}/")),
            begin => begin.ends_with('/').then(|| begin.to_owned()),
        }
    }

    /// The folder of the application that `path` lies in, outside of its class folder.
    fn application_of(&self, path: &str) -> Option<String> {
        let around = self.input.applications.web_around(path);
        around.map(str::to_owned)
    }

    fn root(&mut self, prefix: String) -> usize {
        if let Some(&known) = self.by_prefix.get(&prefix) {
            return known;
        }
        let applications = &self.input.applications;
        let is_beside = applications.has_layers() && !applications.loads(&prefix);
        let kind = if applications.is_web(&prefix) || is_beside {
            RootKind::Launcher
        } else {
            RootKind::Application
        };
        let index = self.found.len();
        self.found.push(ClassRoot {
            prefix: prefix.clone(),
            kind,
        });
        self.by_prefix.insert(prefix, index);
        index
    }

    /// A manifest says so. A folder without one may yet become a multi-release jar.
    fn is_multi_release(&mut self, root: &str) -> bool {
        if let Some(&known) = self.multi_release.get(root) {
            return known;
        }
        let of_application = layout::CLASS_FOLDERS
            .iter()
            .find_map(|folder| root.strip_suffix(folder));
        let folder = of_application.unwrap_or(root);
        let manifest = if folder.is_empty() {
            self.input.manifest()
        } else {
            self.input.find(&format!("{folder}{MANIFEST_MF}"))
        };
        let content =
            manifest.and_then(|file| self.input.content(file, &mut Inflater::default()).ok());
        let found = match content {
            Some(content) => ManifestMf::parse(&content).is_multi_release(),
            None => self.input.as_archive().is_none(),
        };
        self.multi_release.insert(root.to_owned(), found);
        found
    }
}

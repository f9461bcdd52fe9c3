//! Where classes are looked for by name: archives and folders of class files.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use walkdir::WalkDir;

use crate::classfile::{ClassHead, may_be_annotated};
use crate::jar::{Archive, Entry, Inflater, JarError, class_name, release};

use super::head::{Head, needs_more};

/// An archive or folder, its classes by name, their heads read at most once.
#[derive(Debug)]
pub struct Source {
    content: Content,
    classes: Vec<Class>,
    /// For each name the classes of it: indices into `classes`.
    by_name: HashMap<String, Vec<usize>>,
}

#[derive(Debug)]
enum Content {
    Archive(Archive),
    Folder(PathBuf),
}

/// A class file.
#[derive(Debug)]
struct Class {
    /// The entry, or the path below the folder with slashes.
    path: String,
    /// The index of the entry.
    entry: usize,
    /// The release from which on it counts.
    release: u16,
    head: OnceLock<Option<Arc<Head>>>,
}

thread_local! {
    /// The state of an inflater is large, and heads are many.
    static INFLATER: RefCell<Inflater> = RefCell::default();
}

impl Source {
    /// The classes of the archive at `path`.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub(super) fn archive(path: &Path) -> Result<Self, JarError> {
        let archive = Archive::open(path)?;
        let paths = archive
            .entries()
            .iter()
            .map(|entry| entry.name.clone())
            .enumerate()
            .collect();
        Ok(Self::new(Content::Archive(archive), paths))
    }

    /// The classes below the folder at `path`.
    ///
    /// # Errors
    /// A folder that cannot be listed.
    pub(super) fn folder(path: &Path) -> io::Result<Self> {
        let mut paths = Vec::new();
        for file in WalkDir::new(path).sort_by_file_name() {
            let file = file?;
            if file.file_type().is_file() {
                let relative = file.path().strip_prefix(path).unwrap_or(file.path());
                let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
                paths.push((paths.len(), parts.join("/")));
            }
        }
        Ok(Self::new(Content::Folder(path.to_path_buf()), paths))
    }

    fn new(content: Content, mut paths: Vec<(usize, String)>) -> Self {
        // So the copies of each class are in the order of their releases. Of equal ones the first stays in front.
        paths.sort_by_cached_key(|(_, path)| release(path));
        let mut classes = Vec::new();
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (entry, path) in paths {
            let Some(name) = class_name(&path) else {
                continue;
            };
            by_name.entry(name).or_default().push(classes.len());
            classes.push(Class {
                release: release(&path),
                path,
                entry,
                head: OnceLock::new(),
            });
        }
        Self {
            content,
            classes,
            by_name,
        }
    }

    /// The archive, if it is one.
    pub fn as_archive(&self) -> Option<&Archive> {
        match &self.content {
            Content::Archive(archive) => Some(archive),
            Content::Folder(_) => None,
        }
    }

    /// True where there is a class of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The first release behind this one from which on another copy of the class counts.
    pub(super) fn next_release(&self, name: &str, release: u16) -> Option<u16> {
        let copies = self.by_name.get(name)?;
        let next = copies.get(self.counting(copies, release))?;
        self.classes.get(*next).map(|class| class.release)
    }

    /// How many of the copies of a class, which are in the order of their releases, count for `release` or one before.
    fn counting(&self, copies: &[usize], release: u16) -> usize {
        let of = |copy: usize| self.classes.get(copy).map(|class| class.release);
        copies.partition_point(|&copy| of(copy) <= Some(release))
    }

    /// The releases that any class counts from.
    pub(super) fn all_releases(&self) -> impl Iterator<Item = u16> {
        self.classes.iter().map(|class| class.release)
    }

    /// The head of the class of this name that a JVM of `release` loads.
    pub(super) fn head(&self, name: &str, release: u16, annotations: bool) -> Option<Arc<Head>> {
        self.read(self.loaded(name, release)?, annotations)
    }

    /// The class file of this name that a JVM of `release` loads.
    pub(super) fn content(&self, name: &str, release: u16) -> Option<Vec<u8>> {
        let class = self.loaded(name, release)?;
        match &self.content {
            Content::Archive(archive) => {
                let entry = archive.entries().get(class.entry)?;
                INFLATER
                    .with_borrow_mut(|inflater| archive.content(entry, inflater))
                    .ok()
            }
            Content::Folder(folder) => std::fs::read(folder.join(&class.path)).ok(),
        }
    }

    /// The names of all classes, in no order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    fn loaded(&self, name: &str, release: u16) -> Option<&Class> {
        let copies = self.by_name.get(name)?;
        let last = copies.get(self.counting(copies, release).checked_sub(1)?)?;
        let best = self.classes.get(*last)?.release;
        // The first of equal ones, as class loaders take it.
        let of = |copy: usize| self.classes.get(copy).map(|class| class.release);
        let first = copies.partition_point(|&copy| of(copy) < Some(best));
        self.classes.get(*copies.get(first)?)
    }

    /// The head of a class by its path; with `entry`, of that copy where a path is there more than once.
    pub fn head_at(
        &self,
        path: &str,
        entry: Option<usize>,
        annotations: bool,
    ) -> Option<Arc<Head>> {
        let copies = self.by_name.get(&class_name(path)?)?;
        let release = release(path);
        let to = self.counting(copies, release);
        let from = release.checked_sub(1);
        let from = from.map_or(0, |before| self.counting(copies, before));
        // In the order of their entries.
        let mut copies = copies.get(from..to)?;
        if let Some(entry) = entry {
            let of = |copy: usize| self.classes.get(copy).map(|class| class.entry);
            let at = copies.partition_point(|&copy| of(copy) < Some(entry));
            copies = copies.get(at..=at)?;
        }
        let mut copies = copies.iter().filter_map(|&copy| self.classes.get(copy));
        let class = copies
            .find(|class| class.path == path && entry.is_none_or(|entry| entry == class.entry))?;
        self.read(class, annotations)
    }

    /// How many heads were read.
    pub fn heads_read(&self) -> u64 {
        let read = self
            .classes
            .iter()
            .filter(|class| class.head.get().is_some());
        read.count() as u64
    }

    fn read(&self, class: &Class, annotations: bool) -> Option<Arc<Head>> {
        class
            .head
            .get_or_init(|| self.read_anew(class, annotations).map(Arc::new))
            .clone()
    }
}

impl Source {
    fn read_anew(&self, class: &Class, annotations: bool) -> Option<Head> {
        match &self.content {
            Content::Archive(archive) => {
                let entry = archive.entries().get(class.entry)?;
                INFLATER.with_borrow_mut(|inflater| {
                    head_of_entry(archive, entry, inflater, annotations)
                })
            }
            Content::Folder(folder) => {
                let bytes = std::fs::read(folder.join(&class.path)).ok()?;
                Head::of_bytes(&bytes, annotations).ok()
            }
        }
    }
}

/// Inflates the head alone, and all where annotations are wanted and may be there: they stand at the end.
fn head_of_entry(
    archive: &Archive,
    entry: &Entry,
    inflater: &mut Inflater,
    annotations: bool,
) -> Option<Head> {
    let beginning = archive
        .beginning(entry, inflater, |beginning| !needs_more(beginning))
        .ok()?;
    let head = ClassHead::read(&beginning).ok()?;
    if !annotations || !may_be_annotated(&head.pool) {
        return Some(Head::of_head(&head));
    }
    let content = archive.content(entry, inflater).ok()?;
    Head::of_bytes(&content, annotations).ok()
}

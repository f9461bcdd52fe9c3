//! An input: an archive, or a folder of files. Whatever reads classes or other files reads them through this one type.
//!
//! Its files have paths with slashes from its top, in a fixed order: that of the archive, or that of the names in the folder.
//! Class files lie in *class roots*, where a class loader begins: the top of a jar, `WEB-INF/classes`, `BOOT-INF/classes`, and
//! of a folder wherever its packages begin. Symbolic links in folders are followed. An archive that lies in an archive is an input
//! of its own within it.

mod application;
mod folder;
mod layout;
mod nested;
mod roots;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::jar::{Archive, Entry, Inflater, JarError, MANIFEST_MF, Method};

pub use layout::{class_name, is_archive_name, is_module_info};
pub use nested::Nested;
pub use roots::{ClassRoot, RootKind};

use application::Applications;
use nested::Limits;
use roots::Roots;

/// An archive or folder with its files and classes.
#[derive(Debug)]
pub struct Input {
    path: PathBuf,
    /// Where it lies in the outermost input: empty, or `BOOT-INF/lib/h2.jar!`.
    place: String,
    content: Content,
    files: Vec<File>,
    /// By path, the first file that has it.
    by_path: HashMap<String, usize>,
    classes: Vec<Class>,
    roots: Vec<ClassRoot>,
    /// By class root, the indices of its classes.
    by_root: Vec<Vec<usize>>,
    applications: Applications,
    /// Class files below `META-INF/versions` that no JVM reads.
    unread_versions: usize,
    /// The archives in an archive.
    nested: Vec<Nested>,
    /// Class files of an archive whose names do not end in `.class`.
    other_classes: Vec<String>,
    /// Archives in an archive that cannot be opened, and why.
    unopened: Vec<(String, String)>,
    warnings: Vec<String>,
}

#[derive(Debug)]
enum Content {
    Archive(Archive),
    Folder,
}

/// A file of an input.
#[derive(Debug, Clone)]
pub struct File {
    /// Its path from the top of the input, with slashes.
    pub path: String,
    /// A folder has the file through a link, here or above it.
    pub link: Link,
    /// The permission bits of a file of a folder, on systems that have them.
    pub mode: Option<u32>,
}

/// Whether a file of a folder is reached through a symbolic link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// It is not.
    None,
    /// It is one.
    File,
    /// A folder above it is one.
    Folder,
}

/// A class file of an input, by what its path says.
#[derive(Debug, Clone)]
pub struct Class {
    /// The index of its file.
    pub file: usize,
    /// Its binary name.
    pub name: String,
    /// The index of its class root.
    pub root: usize,
    /// The release of Java from which on it is loaded: the N of `META-INF/versions/N/`, else 0.
    pub release: u16,
}

impl Input {
    /// Opens the archive or lists the folder at `path`.
    ///
    /// # Errors
    /// As [`Archive::open`]; a folder that cannot be listed.
    pub fn open(path: &Path) -> Result<Self, JarError> {
        if path.is_dir() {
            let listing = folder::list(path)?;
            Ok(Self::new(
                path,
                String::new(),
                Content::Folder,
                listing.files,
                listing.warnings,
            ))
        } else {
            let archive = Archive::open(path)?;
            let mut limits = Limits::new(archive.bytes().len());
            Ok(Self::of_archive(path, String::new(), archive, &mut limits))
        }
    }

    /// The archive at `place` in the file `path`, with the archives in it.
    fn of_archive(path: &Path, place: String, archive: Archive, limits: &mut Limits) -> Self {
        let files = archive.entries().iter().map(|entry| File {
            path: entry.name.clone(),
            link: Link::None,
            mode: None,
        });
        let files = files.collect();
        let found = nested::find(path, &place, &archive, limits);
        Self {
            nested: found.nested,
            other_classes: found.other_classes,
            unopened: found.unopened,
            ..Self::new(path, place, Content::Archive(archive), files, Vec::new())
        }
    }

    fn new(
        path: &Path,
        place: String,
        content: Content,
        files: Vec<File>,
        warnings: Vec<String>,
    ) -> Self {
        let mut by_path = HashMap::with_capacity(files.len());
        for (index, file) in files.iter().enumerate() {
            by_path.entry(file.path.clone()).or_insert(index);
        }
        let mut input = Self {
            path: path.to_path_buf(),
            place,
            content,
            files,
            by_path,
            classes: Vec::new(),
            roots: Vec::new(),
            by_root: Vec::new(),
            applications: Applications::default(),
            unread_versions: 0,
            nested: Vec::new(),
            other_classes: Vec::new(),
            unopened: Vec::new(),
            warnings,
        };
        input.applications = Applications::of(&input);
        let mut roots = Roots::new(&input);
        let mut classes = Vec::new();
        for (index, file) in input.files.iter().enumerate() {
            classes.extend(roots.class(index, &file.path));
        }
        let (roots, unread_versions) = roots.finish();
        input.by_root = vec![Vec::new(); roots.len()];
        for (index, class) in classes.iter().enumerate() {
            input.by_root[class.root].push(index);
        }
        input.classes = classes;
        input.roots = roots;
        input.unread_versions = unread_versions;
        input
    }

    /// The path that it was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The archive, where it is one.
    pub fn as_archive(&self) -> Option<&Archive> {
        match &self.content {
            Content::Archive(archive) => Some(archive),
            Content::Folder => None,
        }
    }

    /// The files, those of an archive with its folders, in order.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The class files that a class loader may load, in the order of the files.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The class files in the class root with this index, in the order of the files.
    pub fn classes_in(&self, root: usize) -> impl Iterator<Item = &Class> {
        let indices = self.by_root.get(root).into_iter().flatten();
        indices.filter_map(|&index| self.classes.get(index))
    }

    /// The class roots, in the order in which the files show them.
    pub fn roots(&self) -> &[ClassRoot] {
        &self.roots
    }

    /// The folder, with a slash at the end, of the libraries that the class loader of `path` sees, where `path` lies in an
    /// application: `WEB-INF/lib/` for `WEB-INF/classes/`, the `lib/` of an EAR for all that is in it.
    pub fn library_folder(&self, path: &str) -> Option<String> {
        self.applications.library_folder(path)
    }

    /// True where the class loader of an application in it loads `path`.
    pub fn is_in_application(&self, path: &str) -> bool {
        self.applications.loads(path)
    }

    /// True where it holds the layers of a container image, whose files lie in one folder when the application runs.
    pub fn has_layers(&self) -> bool {
        self.applications.has_layers()
    }

    /// True where class loaders begin elsewhere than at its top: in it are applications.
    pub fn has_applications(&self) -> bool {
        !self.applications.is_empty()
    }

    /// True for an archive that is a folder of jars, packed: it has no classes and no manifest.
    pub fn is_distribution(&self) -> bool {
        self.classes.is_empty() && self.manifest().is_none() && self.as_archive().is_some()
    }

    /// A path in this input, from the top of the outermost input: `BOOT-INF/lib/h2.jar!org/h2/Driver.class`.
    pub fn full_path<'p>(&self, path: &'p str) -> Cow<'p, str> {
        if self.place.is_empty() {
            Cow::Borrowed(path)
        } else {
            Cow::Owned(format!("{}{path}", self.place))
        }
    }

    /// How many class files lie below `META-INF/versions` of an archive that is not multi-release: no JVM reads them.
    pub fn unread_versions(&self) -> usize {
        self.unread_versions
    }

    /// Where it lies in the outermost input: empty, or `BOOT-INF/lib/h2.jar!` with one `!` for each archive around it.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The archives in it that have class files somewhere in them, in the order of the files. Those in a folder are inputs of their
    /// own.
    pub fn nested(&self) -> &[Nested] {
        &self.nested
    }

    /// The paths of class files that no class loader of the JDK finds, because their names do not end in `.class`: agents have them.
    pub fn other_classes(&self) -> &[String] {
        &self.other_classes
    }

    /// The paths of archives in it that cannot be opened, each with the reason.
    pub fn unopened(&self) -> &[(String, String)] {
        &self.unopened
    }

    /// True where nothing in it can be woven, nor in the archives in it.
    pub fn is_empty(&self) -> bool {
        let classes = self.classes.len() + self.other_classes.len() + self.unread_versions;
        classes == 0 && self.nested.is_empty() && self.unopened.is_empty()
    }

    /// An input and the archives in it, each before those in it.
    pub fn tree(self: &Arc<Self>) -> Vec<Arc<Self>> {
        let mut tree = vec![Arc::clone(self)];
        for nested in &self.nested {
            tree.extend(nested.input.tree());
        }
        tree
    }

    /// What is wrong with the folder: links that lead nowhere or around in a circle.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The index of the first file with this path.
    pub fn find(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    /// Where a file of a folder lies; what its link leads to, if it is one.
    fn location(&self, file: &File) -> PathBuf {
        self.path.join(&file.path)
    }

    fn entry(archive: &Archive, index: usize) -> Result<&Entry, JarError> {
        let gone = || JarError::Io(io::Error::from(io::ErrorKind::NotFound));
        archive.entries().get(index).ok_or_else(gone)
    }

    fn read(&self, index: usize) -> Result<Vec<u8>, JarError> {
        let gone = || JarError::Io(io::Error::from(io::ErrorKind::NotFound));
        let file = self.files.get(index).ok_or_else(gone)?;
        Ok(std::fs::read(self.location(file))?)
    }

    /// The content of the file with this index.
    ///
    /// # Errors
    /// As [`Archive::content`]; a file that cannot be read.
    pub fn content(&self, index: usize, inflater: &mut Inflater) -> Result<Vec<u8>, JarError> {
        match &self.content {
            Content::Archive(archive) => archive.content(Self::entry(archive, index)?, inflater),
            Content::Folder => self.read(index),
        }
    }

    /// The beginning of a file, as [`Archive::beginning`] gives it; of a folder the whole file.
    ///
    /// # Errors
    /// As [`Input::content`].
    pub fn beginning(
        &self,
        index: usize,
        inflater: &mut Inflater,
        is_enough: impl FnMut(&[u8]) -> bool,
    ) -> Result<Vec<u8>, JarError> {
        match &self.content {
            Content::Archive(archive) => {
                archive.beginning(Self::entry(archive, index)?, inflater, is_enough)
            }
            Content::Folder => self.read(index),
        }
    }

    /// The content of the first file with this path; `None` where there is none, or it cannot be read.
    pub fn content_at(&self, path: &str) -> Option<Vec<u8>> {
        self.content(self.find(path)?, &mut Inflater::default())
            .ok()
    }

    /// How a file is compressed; those of folders are not.
    pub fn method(&self, index: usize) -> Method {
        let entry = self
            .as_archive()
            .and_then(|archive| archive.entries().get(index));
        entry.map_or(Method::Stored, |entry| entry.method)
    }

    /// The CRC-32 and the size of a file: of an archive those that its directory declares.
    ///
    /// # Errors
    /// A file of a folder that cannot be read.
    pub fn checksum(&self, index: usize) -> Result<(u32, u64), JarError> {
        match &self.content {
            Content::Archive(archive) => {
                let entry = Self::entry(archive, index)?;
                Ok((entry.crc32, entry.size))
            }
            Content::Folder => {
                let bytes = self.read(index)?;
                Ok((crc32fast::hash(&bytes), bytes.len() as u64))
            }
        }
    }

    /// The index of the manifest that Java reads, of an archive or of a jar that the folder may become.
    pub fn manifest(&self) -> Option<usize> {
        match &self.content {
            Content::Archive(archive) => archive.manifest(),
            Content::Folder => self.find(MANIFEST_MF),
        }
    }
}

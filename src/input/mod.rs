//! An input: an archive, or a folder of files. Whatever reads classes or other files reads them through this one type.
//!
//! Its files have paths with slashes from its top, in a fixed order: that of the archive, or that of the names in the folder.
//! Class files lie in *class roots*, where a class loader begins: the top of a jar, `WEB-INF/classes`, `BOOT-INF/classes`, and
//! of a folder wherever its packages begin. Symbolic links in folders are followed.

mod folder;
mod layout;
mod roots;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};

use crate::jar::{Archive, Entry, Inflater, JarError, MANIFEST_MF, Method};

pub use layout::{CLASS_FOLDERS, class_name, is_archive_name, is_module_info, library_of};
pub use roots::{ClassRoot, RootKind};

use roots::Roots;

/// An archive or folder with its files and classes.
#[derive(Debug)]
pub struct Input {
    path: PathBuf,
    content: Content,
    files: Vec<File>,
    /// By path, the first file that has it.
    by_path: HashMap<String, usize>,
    classes: Vec<Class>,
    roots: Vec<ClassRoot>,
    /// By class root, the indices of its classes.
    by_root: Vec<Vec<usize>>,
    /// The folders of applications, each with its class folder: `shop/` and `WEB-INF/classes/`.
    applications: BTreeMap<String, &'static str>,
    /// Class files below `META-INF/versions` that no JVM reads.
    unread_versions: usize,
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
                Content::Folder,
                listing.files,
                listing.warnings,
            ))
        } else {
            let archive = Archive::open(path)?;
            let files = archive.entries().iter().map(|entry| File {
                path: entry.name.clone(),
                link: Link::None,
                mode: None,
            });
            let files = files.collect();
            Ok(Self::new(
                path,
                Content::Archive(archive),
                files,
                Vec::new(),
            ))
        }
    }

    fn new(path: &Path, content: Content, files: Vec<File>, warnings: Vec<String>) -> Self {
        let mut by_path = HashMap::with_capacity(files.len());
        for (index, file) in files.iter().enumerate() {
            by_path.entry(file.path.clone()).or_insert(index);
        }
        let mut input = Self {
            path: path.to_path_buf(),
            content,
            files,
            by_path,
            classes: Vec::new(),
            roots: Vec::new(),
            by_root: Vec::new(),
            applications: BTreeMap::new(),
            unread_versions: 0,
            warnings,
        };
        let found = input
            .files
            .iter()
            .filter_map(|file| layout::application(&file.path));
        input.applications = found
            .map(|(folder, classes)| (folder.to_owned(), classes))
            .collect();
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

    /// The folders of applications in it, each with the folder of its classes: `shop/` and `WEB-INF/classes/`.
    pub fn applications(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let all = self.applications.iter();
        all.map(|(folder, classes)| (folder.as_str(), *classes))
    }

    /// How many class files lie below `META-INF/versions` of an archive that is not multi-release: no JVM reads them.
    pub fn unread_versions(&self) -> usize {
        self.unread_versions
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

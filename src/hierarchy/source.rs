//! Where classes are looked for by name: archives and folders of class files.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::classfile::{ClassHead, may_be_annotated};
use crate::input::Input;
use crate::jar::{Inflater, JarError};

use super::head::{Head, needs_more};

/// The classes of an archive or folder by name, their heads read at most once.
#[derive(Debug)]
pub struct Source {
    input: Arc<Input>,
    /// By class of the input.
    heads: Vec<OnceLock<Option<Arc<Head>>>>,
    /// For each name the classes of it: indices into the classes of the input.
    by_name: HashMap<String, Vec<usize>>,
}

thread_local! {
    /// The state of an inflater is large, and heads are many.
    static INFLATER: RefCell<Inflater> = RefCell::default();
}

impl Source {
    /// The classes of the archive or folder at `path`.
    ///
    /// # Errors
    /// As [`Input::open`].
    pub(super) fn open(path: &Path) -> Result<Self, JarError> {
        Ok(Self::new(Arc::new(Input::open(path)?)))
    }

    /// The classes of `input`.
    pub fn new(input: Arc<Input>) -> Self {
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, class) in input.classes().iter().enumerate() {
            by_name.entry(class.name.clone()).or_default().push(index);
        }
        Self {
            heads: input.classes().iter().map(|_| OnceLock::new()).collect(),
            input,
            by_name,
        }
    }

    /// What the classes are read from.
    pub fn input(&self) -> &Arc<Input> {
        &self.input
    }

    /// The releases that copies of this class count from.
    pub(super) fn releases(&self, name: &str) -> impl Iterator<Item = u16> {
        let of_name = self.by_name.get(name).into_iter().flatten();
        of_name.filter_map(|&class| Some(self.input.classes().get(class)?.release))
    }

    /// The releases that any class counts from.
    pub(super) fn all_releases(&self) -> impl Iterator<Item = u16> {
        self.input.classes().iter().map(|class| class.release)
    }

    /// The head of the class of this name that a JVM of `release` loads.
    pub(super) fn head(&self, name: &str, release: u16, annotations: bool) -> Option<Arc<Head>> {
        self.head_of(self.loaded(name, release)?, annotations)
    }

    /// The class file of this name that a JVM of `release` loads.
    pub(super) fn content(&self, name: &str, release: u16) -> Option<Vec<u8>> {
        let class = self.input.classes().get(self.loaded(name, release)?)?;
        INFLATER.with_borrow_mut(|inflater| self.input.content(class.file, inflater).ok())
    }

    /// The names of all classes, in no order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// The index of the class of this name that a JVM of `release` loads: of equal ones the first, as class loaders take it.
    fn loaded(&self, name: &str, release: u16) -> Option<usize> {
        let classes = self.input.classes();
        let of_name = self.by_name.get(name)?.iter();
        let loaded = of_name
            .filter_map(|&index| Some((index, classes.get(index)?.release)))
            .filter(|(_, from)| *from <= release)
            .reduce(|best, class| if class.1 > best.1 { class } else { best });
        loaded.map(|(index, _)| index)
    }

    /// The head of the class with this index among the classes of the input.
    pub fn head_of(&self, class: usize, annotations: bool) -> Option<Arc<Head>> {
        let head = self.heads.get(class)?;
        head.get_or_init(|| self.read(class, annotations).map(Arc::new))
            .clone()
    }

    /// How many heads were read.
    pub fn heads_read(&self) -> u64 {
        let read = self.heads.iter().filter(|head| head.get().is_some());
        read.count() as u64
    }

    /// Inflates the head alone, and all where annotations are wanted and may be there: they stand at the end.
    fn read(&self, class: usize, annotations: bool) -> Option<Head> {
        let file = self.input.classes().get(class)?.file;
        INFLATER.with_borrow_mut(|inflater| {
            let beginning = self
                .input
                .beginning(file, inflater, |beginning| !needs_more(beginning))
                .ok()?;
            let head = ClassHead::read(&beginning).ok()?;
            if !annotations || !may_be_annotated(&head.pool) {
                return Some(Head::of_head(&head));
            }
            let content = self.input.content(file, inflater).ok()?;
            Head::of_bytes(&content, annotations).ok()
        })
    }
}

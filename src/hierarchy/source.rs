//! Where classes are looked for by name: archives and folders of class files.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;

use crate::classfile::{ClassHead, may_be_annotated};
use crate::input::Input;
use crate::jar::Inflater;

use super::head::{Head, needs_more};

/// The classes of an archive or folder by name, their heads read at most once.
#[derive(Debug)]
pub struct Source {
    input: Arc<Input>,
    /// By class of the input.
    heads: Vec<OnceLock<Option<Arc<Head>>>>,
    /// For each name the classes of it, in the order of their releases: indices into the classes of the input.
    by_name: HashMap<String, Vec<usize>>,
}

thread_local! {
    /// The state of an inflater is large, and heads are many.
    static INFLATER: RefCell<Inflater> = RefCell::default();
}

impl Source {
    /// The classes of `input`.
    pub fn new(input: Arc<Input>) -> Self {
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        let mut classes: Vec<_> = input.classes().iter().enumerate().collect();
        // Of equal ones the first stays in front.
        classes.sort_by_key(|(_, class)| class.release);
        for (index, class) in classes {
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

    /// True where there is a class of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The first release behind this one from which on another copy of the class counts.
    pub(super) fn next_release(&self, name: &str, release: u16) -> Option<u16> {
        let copies = self.by_name.get(name)?;
        let counting = copies.partition_point(|&copy| self.release(copy) <= Some(release));
        self.release(*copies.get(counting)?)
    }

    /// The release that the class with this index counts from.
    fn release(&self, class: usize) -> Option<u16> {
        self.input.classes().get(class).map(|class| class.release)
    }

    /// The names of classes that count from a later release on, each with the release.
    pub(super) fn later_copies(&self) -> impl Iterator<Item = (&str, u16)> {
        let classes = self.input.classes().iter();
        let later = classes.filter(|class| class.release > 0);
        later.map(|class| (class.name.as_str(), class.release))
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
        let copies = self.by_name.get(name)?;
        let counting = copies.partition_point(|&copy| self.release(copy) <= Some(release));
        let newest = self.release(*copies.get(counting.checked_sub(1)?)?);
        let first = copies.partition_point(|&copy| self.release(copy) < newest);
        copies.get(first).copied()
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

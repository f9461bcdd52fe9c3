//! Many archives and folders, asked as a class path is: the first that has a class gives it.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::input::Input;

use super::source::Source;

/// Sources in order.
#[derive(Debug, Default)]
pub(super) struct Sources {
    all: Vec<Source>,
    /// For each class the sources that have it: an application has hundreds. Empty where there is one source.
    by_name: HashMap<String, Vec<usize>>,
}

impl Sources {
    /// These inputs, each with the archives in it.
    pub(super) fn new(inputs: impl IntoIterator<Item = Arc<Input>>) -> Self {
        let all: Vec<Source> = inputs
            .into_iter()
            .flat_map(|input| input.tree())
            .map(Source::new)
            .collect();
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        if all.len() > 1 {
            for (index, source) in all.iter().enumerate() {
                for name in source.names() {
                    by_name.entry(name.to_owned()).or_default().push(index);
                }
            }
        }
        Self { all, by_name }
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Source] {
        &self.all
    }

    /// Those that have a class of this name.
    pub(super) fn with(&self, name: &str) -> impl Iterator<Item = &Source> {
        let known = match self.by_name.get(name) {
            Some(known) => known.as_slice(),
            None if self.all.len() == 1 => &[0],
            None => &[],
        };
        known.iter().filter_map(|&index| self.all.get(index))
    }

    /// True where one of them has a class of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.with(name).any(|source| source.has(name))
    }

    /// The names of all classes, in no order; a class that several have comes as often.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().flat_map(Source::names)
    }
}

//! From where paths are read.

use crate::hierarchy::Hierarchy;

/// From where paths are read.
#[derive(Debug, Clone, Copy)]
pub struct Viewpoint<'a> {
    /// The types of the run; without them nothing can be read.
    pub types: Option<&'a Hierarchy>,
    /// Binary name of the class that is woven.
    pub class: &'a str,
    /// Its `major_version`.
    pub major_version: u16,
    /// `this` is an object of that class: its own fields can be loaded.
    pub is_inside: bool,
}

impl Viewpoint<'_> {
    /// The same from where the woven class calls others.
    #[must_use]
    pub fn of_calls(self) -> Self {
        Self {
            is_inside: false,
            ..self
        }
    }
}

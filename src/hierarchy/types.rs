//! The types of a run: those that rules ask for, and those that only help to say something.

use std::fmt;
use std::sync::OnceLock;

use super::Hierarchy;

/// The types of a run, made when first asked for where no rule needs them.
pub struct Types<'j> {
    asked: Option<Hierarchy>,
    optional: OnceLock<Option<Hierarchy>>,
    make: Box<dyn Fn() -> Option<Hierarchy> + Sync + 'j>,
}

impl<'j> Types<'j> {
    /// Types of which some rule asks for those `asked`. Without these, `make` finds types for optional questions.
    pub fn new(asked: Option<Hierarchy>, make: impl Fn() -> Option<Hierarchy> + Sync + 'j) -> Self {
        Self {
            asked,
            optional: OnceLock::new(),
            make: Box::new(make),
        }
    }

    /// The types, where rules ask for them.
    pub fn asked(&self) -> Option<&Hierarchy> {
        self.asked.as_ref()
    }

    /// The types for optional questions: suggestions, and methods that telemetries call.
    pub fn any(&self) -> Option<&Hierarchy> {
        let optional = || self.optional.get_or_init(&self.make).as_ref();
        self.asked().or_else(optional)
    }
}

impl fmt::Debug for Types<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Types")
            .field("asked", &self.asked)
            .finish_non_exhaustive()
    }
}

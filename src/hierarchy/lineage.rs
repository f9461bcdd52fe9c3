//! What a class has from its supertypes.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::model::Supertypes;

/// What a class has from its supertypes, as far as they could be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lineage {
    /// The binary names of all its superclasses.
    pub superclasses: BTreeSet<Arc<str>>,
    /// The binary names of all its superinterfaces, those of superclasses too.
    pub interfaces: BTreeSet<Arc<str>>,
    /// The annotations that it inherits from superclasses: their types are `@Inherited`.
    pub annotations: BTreeSet<Arc<str>>,
    /// Annotations on superclasses whose types could not be read, so that they may be inherited or not.
    pub uncertain: BTreeSet<Arc<str>>,
    /// The supertypes that could not be read: what lies behind them is not known.
    pub missing: BTreeSet<Arc<str>>,
    /// A superclass is among them.
    pub misses_superclass: bool,
}

impl Lineage {
    /// Adds all that `other` has.
    pub fn merge(&mut self, other: &Self) {
        self.superclasses.extend(other.superclasses.iter().cloned());
        self.annotations.extend(other.annotations.iter().cloned());
        self.uncertain.extend(other.uncertain.iter().cloned());
        self.misses_superclass |= other.misses_superclass;
        self.merge_interface(other);
    }

    /// Adds what the lineage of an interface gives to those who implement it.
    pub fn merge_interface(&mut self, interface: &Self) {
        self.interfaces.extend(interface.interfaces.iter().cloned());
        self.missing.extend(interface.missing.iter().cloned());
    }
}

impl Supertypes for Lineage {
    fn has(&self, of: &dyn Fn(&str) -> bool) -> Option<bool> {
        let known = self.superclasses.iter().chain(&self.interfaces);
        found(known, of, !self.missing.is_empty())
    }

    fn extends(&self, of: &dyn Fn(&str) -> bool) -> Option<bool> {
        found(&self.superclasses, of, self.misses_superclass)
    }

    fn implements(&self, of: &dyn Fn(&str) -> bool) -> Option<bool> {
        found(&self.interfaces, of, !self.missing.is_empty())
    }

    fn inherits(&self, annotation: &dyn Fn(&str) -> bool) -> Option<bool> {
        let uncertain = self.uncertain.iter().any(|name| annotation(name));
        let doubtful = self.misses_superclass || uncertain;
        found(&self.annotations, annotation, doubtful)
    }
}

fn found<'a>(
    known: impl IntoIterator<Item = &'a Arc<str>>,
    of: &dyn Fn(&str) -> bool,
    doubtful: bool,
) -> Option<bool> {
    if known.into_iter().any(|name| of(name)) {
        Some(true)
    } else if doubtful {
        None
    } else {
        Some(false)
    }
}

//! What conditions ask about classes and methods: plain facts, whoever has read them.

use std::collections::BTreeSet;
use std::sync::Arc;

/// `ACC_INTERFACE` (JVMS table 4.1-B).
const INTERFACE: u16 = 0x0200;
/// `ACC_ANNOTATION`.
const ANNOTATION: u16 = 0x2000;
/// `ACC_ENUM`.
const ENUM: u16 = 0x4000;

/// What conditions ask about a class.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClassFacts<'a> {
    /// Binary name with dots.
    pub name: &'a str,
    /// `access_flags`.
    pub access_flags: u16,
    /// What it is declared as.
    pub kind: ClassKind,
    /// `major_version`.
    pub version: u16,
    /// The entry of the archive, or the file below the folder, with slashes.
    pub path: &'a str,
    /// The binary names of the annotations on it.
    pub annotations: &'a [String],
    /// What it has from its supertypes; `None` where no rule asks.
    pub lineage: Option<&'a Lineage>,
}

/// What a class is declared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClassKind {
    /// None of the others; the body of an enum constant too.
    #[default]
    Class,
    /// `enum`.
    Enum,
    /// `record`.
    Record,
    /// `interface`.
    Interface,
    /// `@interface`.
    Annotation,
}

impl ClassKind {
    /// The kind of a class with these `access_flags` and this superclass, by its binary name.
    pub fn of(access_flags: u16, super_name: &str) -> Self {
        if access_flags & ANNOTATION != 0 {
            Self::Annotation
        } else if access_flags & INTERFACE != 0 {
            Self::Interface
        } else if access_flags & ENUM != 0 && super_name == "java.lang.Enum" {
            Self::Enum
        } else if super_name == "java.lang.Record" {
            Self::Record
        } else {
            Self::Class
        }
    }
}

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

    /// Is `of` among the supertypes? `None`: an unresolved one stands in the way.
    pub fn has(&self, of: impl Fn(&str) -> bool) -> Option<bool> {
        let known = self.superclasses.iter().chain(&self.interfaces);
        found(known, of, !self.missing.is_empty())
    }

    pub(super) fn extends(&self, of: impl Fn(&str) -> bool) -> Option<bool> {
        found(self.superclasses.iter(), of, self.misses_superclass)
    }

    pub(super) fn implements(&self, of: impl Fn(&str) -> bool) -> Option<bool> {
        found(self.interfaces.iter(), of, !self.missing.is_empty())
    }

    pub(super) fn inherits(&self, annotation: impl Fn(&str) -> bool) -> Option<bool> {
        let uncertain = self.uncertain.iter().any(|name| annotation(name));
        let doubtful = self.misses_superclass || uncertain;
        found(self.annotations.iter(), annotation, doubtful)
    }
}

fn found<'a>(
    known: impl IntoIterator<Item = &'a Arc<str>>,
    wanted: impl Fn(&str) -> bool,
    doubtful: bool,
) -> Option<bool> {
    if known.into_iter().any(|name| wanted(name)) {
        Some(true)
    } else if doubtful {
        None
    } else {
        Some(false)
    }
}

/// The method that a call names, as far as the supertypes of the class that it names could be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resolved {
    /// What the JVM may find (JVMS §5.4.3.3, §5.4.3.4). It is one method but where the copies of a class for several releases
    /// differ, or where interfaces declare it that do not know each other.
    pub declared: Vec<Declared>,
    /// The types that could not be read and may declare it.
    pub missing: BTreeSet<Arc<str>>,
}

/// A method where it is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The binary name of the class.
    pub class: Arc<str>,
    /// The `access_flags` of the method.
    pub access_flags: u16,
    /// What it does depends on the class that calls it.
    pub is_caller_sensitive: bool,
}

impl Resolved {
    /// Is `of` true of the method? `None`: an unresolved type stands in the way.
    pub fn is(&self, of: impl Fn(&Declared) -> bool) -> Option<bool> {
        if self.declared.iter().any(of) {
            Some(true)
        } else if self.missing.is_empty() {
            Some(false)
        } else {
            None
        }
    }
}

/// What conditions ask about a method.
#[derive(Debug, Clone, Copy, Default)]
pub struct MethodFacts<'a> {
    /// The name.
    pub name: &'a str,
    /// The descriptor in the form of the class file.
    pub descriptor: &'a str,
    /// `access_flags`.
    pub access_flags: u16,
    /// Bytes of code, `None` without code.
    pub code_length: Option<u32>,
    /// The binary names of the annotations on it.
    pub annotations: &'a [String],
    /// Those on any of its parameters.
    pub parameter_annotations: &'a [String],
    /// The binary names of the exceptions that it declares.
    pub throws: &'a [String],
}

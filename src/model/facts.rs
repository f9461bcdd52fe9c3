//! What conditions ask about classes and methods: plain facts, whoever has read them.

use std::fmt;

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
    pub lineage: Option<&'a dyn Supertypes>,
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

/// What a class has from its supertypes. `None`: that is not known, because some of them could not be read.
pub trait Supertypes: fmt::Debug {
    /// `of` is true of the name of a superclass or superinterface.
    fn has(&self, of: &dyn Fn(&str) -> bool) -> Option<bool>;
    /// It is true of the name of a superclass.
    fn extends(&self, of: &dyn Fn(&str) -> bool) -> Option<bool>;
    /// It is true of the name of a superinterface.
    fn implements(&self, of: &dyn Fn(&str) -> bool) -> Option<bool>;
    /// It is true of the name of an inherited annotation.
    fn inherits(&self, annotation: &dyn Fn(&str) -> bool) -> Option<bool>;
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

//! What a class declares, and who may see the class.

use std::collections::BTreeMap;

use crate::classfile::{ClassError, ClassFile, Nest, access, annotations};

use super::head::Head;

/// On methods of the JDK that look at who calls them.
const CALLER_SENSITIVE: &str = "jdk.internal.reflect.CallerSensitive";

/// Where a class was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In an input of the run.
    Input,
    /// In the JDK.
    Jdk,
    /// On the class path.
    ClassPath,
}

/// A class with its members.
#[derive(Debug)]
pub(super) struct Members {
    pub(super) head: Head,
    pub(super) place: Place,
    /// The methods by their names with their descriptors behind.
    pub(super) methods: BTreeMap<String, Method>,
    /// The fields by their names; of those that share one, which no compiler makes, the last.
    pub(super) fields: BTreeMap<String, Field>,
    /// What it says of its nest.
    pub(super) nest: Nest,
    /// Every class may name it: it is public, and its package is exported where it is one of the JDK.
    pub(super) is_accessible: bool,
}

/// What a call has to know of a method.
#[derive(Debug, Clone, Copy)]
pub(super) struct Method {
    pub(super) access_flags: u16,
    pub(super) is_caller_sensitive: bool,
}

/// What reading a field takes.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) access_flags: u16,
    pub(super) descriptor: String,
}

impl Members {
    /// Reads a class file; `is_exported` says whether its package is.
    pub(super) fn read(
        bytes: &[u8],
        place: Place,
        is_exported: impl FnOnce() -> bool,
    ) -> Result<Self, ClassError> {
        let class = ClassFile::read(bytes)?;
        let methods = class.methods.iter().map(|method| {
            let annotations = if place == Place::Jdk {
                annotations(&method.attributes, &class.pool).unwrap_or_default()
            } else {
                Vec::new()
            };
            let key = format!("{}{}", method.name.decode(), method.descriptor.decode());
            let method = Method {
                access_flags: method.access_flags,
                is_caller_sensitive: annotations.iter().any(|one| one == CALLER_SENSITIVE),
            };
            (key, method)
        });
        let fields = class.fields.iter().map(|field| {
            let read = Field {
                access_flags: field.access_flags,
                descriptor: field.descriptor.decode().into_owned(),
            };
            (field.name.decode().into_owned(), read)
        });
        Ok(Self {
            methods: methods.collect(),
            fields: fields.collect(),
            nest: class.nest().unwrap_or_default(),
            is_accessible: class.access_flags & access::PUBLIC != 0 && is_exported(),
            head: Head::of_file(&class, false),
            place,
        })
    }

    pub(super) fn is(&self, flags: u16) -> bool {
        self.head.access_flags & flags != 0
    }
}

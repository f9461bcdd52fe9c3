//! What a class says of where it stands: read from its head, the rest of the file only where annotations count.

use std::sync::Arc;

use crate::classfile::{ClassError, ClassFile, ClassHead, Mutf8, annotations, may_be_annotated};
use crate::names::binary_name;

/// The head of a class, its names binary with dots.
#[derive(Debug, Clone, Default)]
pub struct Head {
    /// `access_flags`.
    pub access_flags: u16,
    /// `major_version`.
    pub major_version: u16,
    /// The superclass.
    pub superclass: Option<Arc<str>>,
    /// The direct superinterfaces.
    pub interfaces: Vec<Arc<str>>,
    /// The annotations on it; empty where they were not asked for.
    pub annotations: Vec<String>,
}

impl Head {
    /// The head of a class, with its annotations if they are `wanted`; those that cannot be read are none.
    pub fn of_file(class: &ClassFile<'_>, wanted: bool) -> Self {
        let annotations = if wanted {
            annotations(&class.attributes, &class.pool).unwrap_or_default()
        } else {
            Vec::new()
        };
        Self {
            access_flags: class.access_flags,
            major_version: class.major_version,
            annotations,
            ..Self::below(class.super_name, &class.interfaces)
        }
    }

    /// The head of a class that has no annotations.
    pub(super) fn of_head(head: &ClassHead<'_>) -> Self {
        Self {
            access_flags: head.access_flags,
            major_version: head.major_version,
            ..Self::below(head.super_name, &head.interfaces)
        }
    }

    fn below(superclass: Option<Mutf8<'_>>, interfaces: &[Mutf8<'_>]) -> Self {
        Self {
            superclass: superclass.map(dotted),
            interfaces: interfaces.iter().copied().map(dotted).collect(),
            ..Self::default()
        }
    }

    /// The head of a class file that is there as a whole.
    pub(super) fn of_bytes(bytes: &[u8], wanted: bool) -> Result<Self, ClassError> {
        let head = ClassHead::read(bytes)?;
        if wanted && may_be_annotated(&head.pool) {
            Ok(Self::of_file(&ClassFile::read(bytes)?, true))
        } else {
            Ok(Self::of_head(&head))
        }
    }
}

/// True where more bytes would help to read a head.
pub(super) fn needs_more(beginning: &[u8]) -> bool {
    matches!(
        ClassHead::read(beginning),
        Err(ClassError::Truncated { .. })
    )
}

fn dotted(name: Mutf8<'_>) -> Arc<str> {
    binary_name(&name.decode()).into()
}

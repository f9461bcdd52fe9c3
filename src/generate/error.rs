//! Why a class cannot be made.

use std::fmt;

use crate::classfile::{ClassError, PoolError};
use crate::names::BadDescriptor;

/// Why a class cannot be made. All of it is a limit of the class file format that the rules or the input go beyond.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GenerateError {
    /// A constant has no place in the constant pool.
    Pool(PoolError),
    /// A method that has to be called or made has no descriptor (JVMS §4.3.3).
    Descriptor(BadDescriptor),
    /// More than a table of the class file can hold.
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        count: usize,
    },
    /// A method of more bytes than the jumps in it can reach.
    CodeTooLong(usize),
    /// The stack map frames of a method cannot be written.
    Frames(ClassError),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pool(error) => error.fmt(f),
            Self::Descriptor(error) => error.fmt(f),
            Self::TooMany { what, count } => write!(f, "{count} {what}, over the limit"),
            Self::CodeTooLong(bytes) => {
                write!(
                    f,
                    "{bytes} bytes of code in a method, over the limit of 32767"
                )
            }
            Self::Frames(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<PoolError> for GenerateError {
    fn from(error: PoolError) -> Self {
        Self::Pool(error)
    }
}

impl From<BadDescriptor> for GenerateError {
    fn from(error: BadDescriptor) -> Self {
        Self::Descriptor(error)
    }
}

/// `count` as two bytes, in which the class file counts its tables.
///
/// # Errors
/// [`GenerateError::TooMany`] of `what`.
pub(super) fn short(what: &'static str, count: usize) -> Result<[u8; 2], GenerateError> {
    u16::try_from(count)
        .map(u16::to_be_bytes)
        .map_err(|_| GenerateError::TooMany { what, count })
}

/// `count` as the four bytes of an `attribute_length`.
///
/// # Errors
/// [`GenerateError::TooMany`].
pub(super) fn attribute_length(count: usize) -> Result<[u8; 4], GenerateError> {
    let what = "bytes of an attribute";
    u32::try_from(count)
        .map(u32::to_be_bytes)
        .map_err(|_| GenerateError::TooMany { what, count })
}

#[cfg(test)]
mod tests {
    use super::super::{Names, events, relays};
    use super::*;
    use crate::matcher::{ReferenceKind, Relay};
    use crate::rules;
    use std::collections::BTreeSet;

    #[test]
    fn the_error_tells_what_went_wrong() {
        let text = |description: &str| {
            format!(
                "[probes.a]\ndescription = \"{description}\"\n[[probes.a.interceptions]]\nkind = \"payload\"\npayload = \"it\"\nmethod = {{ class = \"A\", name = \"b\" }}\n"
            )
        };
        let rules = rules::parse("rules.toml", &text(&"x".repeat(65_536))).unwrap();
        let names = Names::new(&rules, "00000000", "weave");
        let too_long = GenerateError::Pool(PoolError::TextTooLong(65_536));
        assert_eq!(events(&rules, &names), Err(too_long));
        let relay = Relay {
            kind: ReferenceKind::Static,
            owner: "a/B".to_owned(),
            in_interface: false,
            name: "c".to_owned(),
            descriptor: "(I".to_owned(),
            receiver: None,
        };
        let wrong = GenerateError::Descriptor(BadDescriptor::of("(I"));
        assert_eq!(relays(&BTreeSet::from([relay]), &names), Err(wrong));
    }
}

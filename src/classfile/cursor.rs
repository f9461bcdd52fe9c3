//! Reading big-endian bytes: the only place that takes bytes out of the input by offset.

use std::fmt;

use crate::names::BadDescriptor;

/// Why a class file, or a part of one, cannot be read. Offsets are in bytes from the start of the structure named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClassError {
    /// The bytes end before the structure does.
    Truncated {
        /// Offset at which bytes were wanted.
        at: usize,
        /// How many bytes were wanted there.
        wanted: usize,
    },
    /// The first four bytes are not `0xCAFEBABE` (JVMS §4.1).
    NotAClass,
    /// A constant has a tag that JVMS §4.4 does not define.
    UnknownTag {
        /// Index of the constant.
        index: u16,
        /// The tag found.
        tag: u8,
    },
    /// A constant pool index is out of range or names a constant of another kind.
    BadIndex {
        /// The index.
        index: u16,
        /// What was expected there.
        expected: &'static str,
    },
    /// A field or method descriptor that JVMS §4.3 does not allow.
    Descriptor(BadDescriptor),
    /// An opcode that JVMS §6.5 does not define.
    UnknownOpcode {
        /// Position in the code array.
        pc: u32,
        /// The opcode found.
        opcode: u8,
    },
    /// A position that is no instruction boundary of the method.
    NotAnInstruction {
        /// What holds the position.
        what: &'static str,
        /// The position.
        pc: u32,
    },
    /// Something else that the format does not allow.
    Malformed(&'static str),
    /// Bytes follow the end of the class.
    TrailingBytes(usize),
}

impl From<BadDescriptor> for ClassError {
    fn from(error: BadDescriptor) -> Self {
        Self::Descriptor(error)
    }
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { at, wanted } => {
                write!(f, "truncated: {wanted} bytes wanted at {at:#x}")
            }
            Self::NotAClass => f.write_str("not a class file: it does not start with 0xcafebabe"),
            Self::UnknownTag { index, tag } => {
                write!(f, "constant #{index} has the unknown tag {tag}")
            }
            Self::BadIndex { index, expected } => write!(f, "constant #{index} is not {expected}"),
            Self::Descriptor(error) => error.fmt(f),
            Self::UnknownOpcode { pc, opcode } => {
                write!(f, "unknown opcode {opcode:#04x} at {pc:#x} of Code")
            }
            Self::NotAnInstruction { what, pc } => {
                write!(f, "{what} {pc:#x} is not an instruction of Code")
            }
            Self::Malformed(what) => f.write_str(what),
            Self::TrailingBytes(count) => write!(f, "{count} bytes follow the end of the class"),
        }
    }
}

impl std::error::Error for ClassError {}

/// A position in a byte slice that moves forward as values are read.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// A cursor at offset `at` of `bytes`.
    pub fn at(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// The offset of the next byte.
    pub fn position(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    pub fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// [`ClassError::Truncated`] when fewer are left.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], ClassError> {
        let taken = self
            .at
            .checked_add(count)
            .and_then(|end| self.bytes.get(self.at..end))
            .ok_or(ClassError::Truncated {
                at: self.at,
                wanted: count,
            })?;
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ClassError> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    /// `u1`.
    ///
    /// # Errors
    /// [`ClassError::Truncated`] at the end of the input.
    pub fn u1(&mut self) -> Result<u8, ClassError> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    /// `u2`.
    ///
    /// # Errors
    /// [`ClassError::Truncated`] at the end of the input.
    pub fn u2(&mut self) -> Result<u16, ClassError> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    /// `u4`.
    ///
    /// # Errors
    /// [`ClassError::Truncated`] at the end of the input.
    pub fn u4(&mut self) -> Result<u32, ClassError> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    /// A signed 16-bit value.
    ///
    /// # Errors
    /// [`ClassError::Truncated`] at the end of the input.
    pub fn i2(&mut self) -> Result<i16, ClassError> {
        Ok(i16::from_be_bytes(self.array()?))
    }

    /// A signed 32-bit value.
    ///
    /// # Errors
    /// [`ClassError::Truncated`] at the end of the input.
    pub fn i4(&mut self) -> Result<i32, ClassError> {
        Ok(i32::from_be_bytes(self.array()?))
    }
}

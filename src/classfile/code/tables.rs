//! `LineNumberTable`, `LocalVariableTable` and `LocalVariableTypeTable` (JVMS §4.7.12 to §4.7.14).

use super::super::cursor::{ClassError, Cursor};
use super::OldPc;

/// An entry of a `LineNumberTable`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineNumber {
    /// Where the line starts.
    pub start_pc: OldPc,
    /// The line.
    pub line_number: u16,
}

/// An entry of a `LocalVariableTable` or `LocalVariableTypeTable`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalVariable {
    /// Where the variable begins to have a value.
    pub start_pc: OldPc,
    /// How many bytes of code it keeps it.
    pub length: u16,
    /// `name_index`.
    pub name_index: u16,
    /// `descriptor_index` or `signature_index`.
    pub type_index: u16,
    /// Its slot.
    pub index: u16,
}

/// Reads a `LineNumberTable`.
///
/// # Errors
/// Truncation.
pub fn read_line_numbers(info: &[u8]) -> Result<Vec<LineNumber>, ClassError> {
    let mut cursor = Cursor::new(info);
    (0..cursor.u2()?)
        .map(|_| {
            Ok(LineNumber {
                start_pc: OldPc(u32::from(cursor.u2()?)),
                line_number: cursor.u2()?,
            })
        })
        .collect()
}

/// Reads a `LocalVariableTable` or a `LocalVariableTypeTable`.
///
/// # Errors
/// Truncation.
pub fn read_local_variables(info: &[u8]) -> Result<Vec<LocalVariable>, ClassError> {
    let mut cursor = Cursor::new(info);
    (0..cursor.u2()?)
        .map(|_| {
            Ok(LocalVariable {
                start_pc: OldPc(u32::from(cursor.u2()?)),
                length: cursor.u2()?,
                name_index: cursor.u2()?,
                type_index: cursor.u2()?,
                index: cursor.u2()?,
            })
        })
        .collect()
}

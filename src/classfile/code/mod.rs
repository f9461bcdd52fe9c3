//! The `Code` attribute (JVMS §4.7.3) and the tables inside it that hold positions in the code array.

mod boundaries;
mod cells;
mod constructor;
mod frames;
mod initial;
mod instruction;
pub mod opcode;
mod slots;
mod tables;
mod type_annotations;
mod types;

pub use boundaries::Boundaries;
pub use constructor::{Initialisation, follow_this};
pub use frames::{
    Frame, FrameReader, FrameWriter, Locals, Stack, VerificationType, encode_frames, initial_locals,
};
pub use initial::Initial;
pub use instruction::{Instruction, Operands, Switch, instructions};
pub use slots::{Slots, Values};
pub use tables::{LineNumber, LocalVariable, read_line_numbers, read_local_variables};
pub use type_annotations::{TypeTargets, walk_type_annotations};
pub use types::{ClassName, Type, Types, each_type, types_before};

use super::attribute::{RawAttribute, read_attributes};
use super::cursor::{ClassError, Cursor};
use super::pool::ConstantPool;

/// A position in the code array of the method as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct OldPc(pub u32);

/// A position in the code array of the method as it will be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NewPc(pub u32);

/// A row of the exception table, over positions `P`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExceptionRow<P> {
    /// First position covered.
    pub start_pc: P,
    /// First position behind what is covered.
    pub end_pc: P,
    /// Where the handler starts.
    pub handler_pc: P,
    /// Constant pool index of the class caught; 0 catches everything.
    pub catch_type: u16,
}

/// A `Code` attribute.
#[derive(Debug, Clone)]
pub struct Code<'a> {
    /// `max_stack`.
    pub max_stack: u16,
    /// `max_locals`.
    pub max_locals: u16,
    /// The code array.
    pub bytes: &'a [u8],
    /// The exception table.
    pub exception_table: Vec<ExceptionRow<OldPc>>,
    /// The attributes of the attribute.
    pub attributes: Vec<RawAttribute<'a>>,
}

impl<'a> Code<'a> {
    /// `code_length` alone, of the `info` of a `Code` attribute.
    ///
    /// # Errors
    /// Truncation.
    pub fn length(info: &[u8]) -> Result<u32, ClassError> {
        Cursor::at(info, 4).u4()
    }

    /// Reads the `info` of a `Code` attribute.
    ///
    /// # Errors
    /// Truncation, an empty code array, or one over 65,535 bytes (JVMS §4.7.3).
    pub fn read(info: &'a [u8], pool: &ConstantPool<'a>) -> Result<Self, ClassError> {
        let mut cursor = Cursor::new(info);
        let (max_stack, max_locals) = (cursor.u2()?, cursor.u2()?);
        let length = cursor.u4()? as usize;
        if length == 0 || length > 65_535 {
            return Err(ClassError::Malformed(
                "code_length is not between 1 and 65,535",
            ));
        }
        let bytes = cursor.bytes(length)?;
        let count = cursor.u2()?;
        let mut exception_table =
            Vec::with_capacity(usize::from(count).min(cursor.remaining() / 8));
        for _ in 0..count {
            exception_table.push(ExceptionRow {
                start_pc: OldPc(u32::from(cursor.u2()?)),
                end_pc: OldPc(u32::from(cursor.u2()?)),
                handler_pc: OldPc(u32::from(cursor.u2()?)),
                catch_type: cursor.u2()?,
            });
        }
        let attributes = read_attributes(&mut cursor, pool)?;
        if cursor.remaining() > 0 {
            return Err(ClassError::Malformed("bytes follow the attributes of Code"));
        }
        Ok(Self {
            max_stack,
            max_locals,
            bytes,
            exception_table,
            attributes,
        })
    }

    /// The end of the code array.
    pub fn end(&self) -> OldPc {
        OldPc(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX))
    }
}

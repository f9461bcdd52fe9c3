//! `RuntimeVisibleTypeAnnotations` and `RuntimeInvisibleTypeAnnotations` of a `Code` attribute (JVMS §4.7.20).
//!
//! Only the targets hold positions. The walk copies everything and asks [`TypeTargets`] for what replaces them.

use super::super::annotations::skip_annotation;
use super::super::cursor::{ClassError, Cursor};
use super::OldPc;

/// New values for the targets that hold positions or rows.
pub trait TypeTargets {
    /// The new position of an instruction (`offset_target`).
    ///
    /// # Errors
    /// The position is no instruction, or the new one does not fit.
    fn offset(&self, pc: OldPc) -> Result<u16, ClassError>;
    /// The new start and length of a range of a local variable (`localvar_target`).
    ///
    /// # Errors
    /// As [`TypeTargets::offset`].
    fn range(&self, start: OldPc, length: u16) -> Result<(u16, u16), ClassError>;
    /// The new index of an exception table row (`catch_target`).
    fn row(&self, index: u16) -> u16;
}

/// Copies the attribute's `info` with its targets replaced.
///
/// # Errors
/// Truncation, an unknown target or element tag, and what `targets` refuses.
pub fn walk_type_annotations(
    info: &[u8],
    targets: &impl TypeTargets,
) -> Result<Vec<u8>, ClassError> {
    let mut walk = Walk {
        cursor: Cursor::new(info),
        out: Vec::with_capacity(info.len()),
    };
    let count = walk.u2()?;
    for _ in 0..count {
        walk.target(targets)?;
        let path_length = walk.u1()?;
        walk.copy(usize::from(path_length) * 2)?;
        walk.annotation()?;
    }
    if walk.cursor.remaining() > 0 {
        return Err(ClassError::Malformed("bytes follow the type annotations"));
    }
    Ok(walk.out)
}

struct Walk<'a> {
    cursor: Cursor<'a>,
    out: Vec<u8>,
}

impl Walk<'_> {
    fn u1(&mut self) -> Result<u8, ClassError> {
        let value = self.cursor.u1()?;
        self.out.push(value);
        Ok(value)
    }

    fn u2(&mut self) -> Result<u16, ClassError> {
        let value = self.cursor.u2()?;
        self.put(value);
        Ok(value)
    }

    fn put(&mut self, value: u16) {
        self.out.extend(value.to_be_bytes());
    }

    fn copy(&mut self, count: usize) -> Result<(), ClassError> {
        self.out.extend(self.cursor.bytes(count)?);
        Ok(())
    }

    fn target(&mut self, targets: &impl TypeTargets) -> Result<(), ClassError> {
        match self.u1()? {
            0x40 | 0x41 => {
                for _ in 0..self.u2()? {
                    let (start, length) = (self.cursor.u2()?, self.cursor.u2()?);
                    let (start, length) = targets.range(OldPc(u32::from(start)), length)?;
                    self.put(start);
                    self.put(length);
                    self.copy(2)?;
                }
            }
            0x42 => {
                let row = targets.row(self.cursor.u2()?);
                self.put(row);
            }
            0x43..=0x46 => {
                let pc = targets.offset(OldPc(u32::from(self.cursor.u2()?)))?;
                self.put(pc);
            }
            0x47..=0x4b => {
                let pc = targets.offset(OldPc(u32::from(self.cursor.u2()?)))?;
                self.put(pc);
                self.copy(1)?;
            }
            _ => {
                return Err(ClassError::Malformed(
                    "a type annotation target that does not belong into Code",
                ));
            }
        }
        Ok(())
    }

    fn annotation(&mut self) -> Result<(), ClassError> {
        let mut behind = self.cursor.clone();
        skip_annotation(&mut behind, 0)?;
        self.copy(behind.position() - self.cursor.position())
    }
}

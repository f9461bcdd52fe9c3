//! Positions of a code array by instruction.

use super::super::cursor::ClassError;
use super::{Instruction, OldPc};

/// Where the instructions of a code array start.
#[derive(Debug, Clone)]
pub struct Boundaries {
    /// For each byte of the code the index of the instruction that starts there; [`NONE`] elsewhere.
    starts: Vec<u16>,
    count: usize,
}

/// No instruction has this index: code has 65,535 bytes at most (JVMS §4.7.3).
const NONE: u16 = u16::MAX;

impl Boundaries {
    /// The boundaries of `instructions`, which fill `length` bytes.
    pub fn new(instructions: &[Instruction], length: usize) -> Self {
        let mut starts = vec![NONE; length];
        let pcs = instructions.iter().map(|instruction| instruction.pc.0);
        for (pc, number) in pcs.zip(0..NONE) {
            if let Some(start) = starts.get_mut(pc as usize) {
                *start = number;
            }
        }
        Self {
            starts,
            count: instructions.len(),
        }
    }

    /// The index of the instruction that starts at `pc`; the end of the code is the index behind the last.
    ///
    /// # Errors
    /// [`ClassError::NotAnInstruction`], naming `what` held the position.
    pub fn index(&self, pc: OldPc, what: &'static str) -> Result<usize, ClassError> {
        match self.starts.get(pc.0 as usize) {
            Some(&index) if index != NONE => Ok(usize::from(index)),
            None if pc.0 as usize == self.starts.len() => Ok(self.count),
            _ => Err(ClassError::NotAnInstruction { what, pc: pc.0 }),
        }
    }

    /// As [`Boundaries::index`], without the end of the code.
    ///
    /// # Errors
    /// [`ClassError::NotAnInstruction`].
    pub fn instruction(&self, pc: OldPc, what: &'static str) -> Result<usize, ClassError> {
        let index = self.index(pc, what)?;
        if index < self.count {
            Ok(index)
        } else {
            Err(ClassError::NotAnInstruction { what, pc: pc.0 })
        }
    }
}

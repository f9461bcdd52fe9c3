//! Positions of a code array by instruction.

use super::super::cursor::ClassError;
use super::{Instruction, OldPc};

/// Where the instructions of a code array start.
#[derive(Debug, Clone)]
pub struct Boundaries {
    /// For each byte of the code the index of the instruction it belongs to, and one more for the end.
    index: Vec<u16>,
    starts: Vec<u32>,
}

impl Boundaries {
    /// The boundaries of `instructions`, which fill `length` bytes.
    pub fn new(instructions: &[Instruction], length: usize) -> Self {
        let mut index = Vec::with_capacity(length + 1);
        for (number, instruction) in instructions.iter().enumerate() {
            let number = u16::try_from(number).unwrap_or(u16::MAX);
            index.resize(index.len() + instruction.length as usize, number);
        }
        index.push(u16::try_from(instructions.len()).unwrap_or(u16::MAX));
        let mut starts: Vec<u32> = instructions
            .iter()
            .map(|instruction| instruction.pc.0)
            .collect();
        starts.push(u32::try_from(length).unwrap_or(u32::MAX));
        Self { index, starts }
    }

    /// The index of the instruction that starts at `pc`; the end of the code is the index behind the last.
    ///
    /// # Errors
    /// [`ClassError::NotAnInstruction`], naming `what` held the position.
    pub fn index(&self, pc: OldPc, what: &'static str) -> Result<usize, ClassError> {
        // No code has more instructions than bytes, which are 65,535 at most (JVMS §4.7.3).
        let index = self
            .index
            .get(pc.0 as usize)
            .map(|&index| usize::from(index));
        match index.map(|index| (index, self.starts.get(index))) {
            Some((index, Some(&start))) if start == pc.0 => Ok(index),
            _ => Err(ClassError::NotAnInstruction { what, pc: pc.0 }),
        }
    }

    /// As [`Boundaries::index`], without the end of the code.
    ///
    /// # Errors
    /// [`ClassError::NotAnInstruction`].
    pub fn instruction(&self, pc: OldPc, what: &'static str) -> Result<usize, ClassError> {
        let index = self.index(pc, what)?;
        if index + 1 < self.starts.len() {
            Ok(index)
        } else {
            Err(ClassError::NotAnInstruction { what, pc: pc.0 })
        }
    }
}

//! Names for the positions that something refers to: `L0`, `L1`, in the order of the code.

use std::collections::BTreeSet;

use crate::classfile::ClassError;
use crate::classfile::code::{Boundaries, Code, Instruction, LocalVariable, OldPc, Operands};

/// The labels of a method.
pub(super) struct Labels {
    /// Positions, in order; the number of a label is its place among them.
    positions: Vec<u32>,
}

impl Labels {
    /// Labels for what branches, switches, exception rows and `variables` refer to.
    ///
    /// # Errors
    /// Truncation.
    pub(super) fn new(
        code: &Code<'_>,
        instructions: &[Instruction],
        variables: &[LocalVariable],
    ) -> Result<Self, ClassError> {
        let mut all = BTreeSet::new();
        for instruction in instructions {
            match instruction.operands(code.bytes)? {
                Operands::Plain => {}
                Operands::Branch(target) => {
                    all.insert(target);
                }
                Operands::Switch(switch) => all.extend(switch.targets()),
            }
        }
        for row in &code.exception_table {
            all.extend([row.start_pc, row.end_pc, row.handler_pc]);
        }
        for variable in variables {
            all.extend([variable.start_pc, end_of(variable)]);
        }
        // What is no instruction has no place where a label could stand.
        let boundaries = Boundaries::new(instructions, code.bytes.len());
        let positions = all
            .into_iter()
            .filter(|&pc| boundaries.index(pc, "label").is_ok());
        Ok(Self {
            positions: positions.map(|pc| pc.0).collect(),
        })
    }

    /// The label at a position, if there is one.
    pub(super) fn at(&self, pc: u32) -> Option<String> {
        let number = self.positions.binary_search(&pc).ok()?;
        Some("L".to_owned() + &number.to_string())
    }

    /// What an operand shows: the label, or a position that is no instruction as a number.
    pub(super) fn name(&self, pc: OldPc) -> String {
        let inside = || format!("{} (no instruction)", pc.0.cast_signed());
        self.at(pc.0).unwrap_or_else(inside)
    }
}

/// The position behind the range of a variable.
pub(super) fn end_of(variable: &LocalVariable) -> OldPc {
    OldPc(variable.start_pc.0 + u32::from(variable.length))
}

//! Taking the code array apart into instructions.

use super::super::cursor::{ClassError, Cursor};
use super::OldPc;
use super::opcode::{Layout, op, row};

/// One instruction of a code array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Its position.
    pub pc: OldPc,
    /// Its opcode (`wide` for a widened one).
    pub opcode: u8,
    /// Its length in bytes, switch padding included.
    pub length: u32,
}

/// The jump targets of a `tableswitch` or `lookupswitch`, as absolute positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// Where no case fits.
    pub default: OldPc,
    /// `low` and `high` of a `tableswitch`; `None` for a `lookupswitch`.
    pub range: Option<(i32, i32)>,
    /// The match value (of a `lookupswitch`; its place in a `tableswitch`) and target of each case.
    pub cases: Vec<(i32, OldPc)>,
}

impl Switch {
    /// All targets, the default first.
    pub fn targets(&self) -> impl Iterator<Item = OldPc> {
        std::iter::once(self.default).chain(self.cases.iter().map(|&(_, target)| target))
    }
}

/// What the rewriter needs to know of the operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operands {
    /// Nothing that moves with the code.
    Plain,
    /// A branch to a position.
    Branch(OldPc),
    /// A switch.
    Switch(Switch),
}

/// The target of a branch at `pc`; out of range offsets give a position that is no instruction.
fn target(pc: OldPc, offset: i32) -> OldPc {
    OldPc(pc.0.wrapping_add_signed(offset))
}

impl Instruction {
    /// Decodes the instruction at `pc`.
    ///
    /// # Errors
    /// Truncation and undefined opcodes.
    pub fn decode(code: &[u8], pc: u32) -> Result<Self, ClassError> {
        let mut cursor = Cursor::at(code, pc as usize);
        let opcode = cursor.u1()?;
        let operands = match row(opcode).layout {
            Layout::Undefined => return Err(ClassError::UnknownOpcode { pc, opcode }),
            Layout::None => 0,
            Layout::U1 | Layout::Local => 1,
            Layout::U2 | Layout::Branch16 | Layout::Iinc => 2,
            Layout::U3 => 3,
            Layout::U4 | Layout::Branch32 => 4,
            Layout::Wide => {
                let widened = cursor.u1()?;
                match row(widened).layout {
                    Layout::Local => 3,
                    Layout::Iinc => 5,
                    _ => {
                        return Err(ClassError::UnknownOpcode {
                            pc: pc + 1,
                            opcode: widened,
                        });
                    }
                }
            }
            Layout::TableSwitch | Layout::LookupSwitch => {
                cursor.bytes(padding(pc))?;
                cursor.i4()?;
                let cases = if opcode == op::tableswitch {
                    let (low, high) = (i64::from(cursor.i4()?), i64::from(cursor.i4()?));
                    8 + 4 * switch_cases(high - low + 1, &cursor)?
                } else {
                    4 + 8 * switch_cases(i64::from(cursor.i4()?), &cursor)?
                };
                padding(pc) + 4 + cases
            }
        };
        Cursor::at(code, pc as usize + 1).bytes(operands)?;
        let length = u32::try_from(operands + 1).unwrap_or(u32::MAX);
        Ok(Self {
            pc: OldPc(pc),
            opcode,
            length,
        })
    }

    /// The position behind the instruction.
    pub fn end(&self) -> OldPc {
        OldPc(self.pc.0 + self.length)
    }

    /// The operands that hold positions.
    ///
    /// # Errors
    /// Truncation; not for an instruction that [`Instruction::decode`] returned for the same code.
    pub fn operands(&self, code: &[u8]) -> Result<Operands, ClassError> {
        let pc = self.pc;
        let mut cursor = Cursor::at(code, pc.0 as usize + 1);
        Ok(match row(self.opcode).layout {
            Layout::Branch16 => Operands::Branch(target(pc, i32::from(cursor.i2()?))),
            Layout::Branch32 => Operands::Branch(target(pc, cursor.i4()?)),
            Layout::TableSwitch => {
                cursor.bytes(padding(pc.0))?;
                let (default, low, high) = (target(pc, cursor.i4()?), cursor.i4()?, cursor.i4()?);
                let cases = (low..=high)
                    .map(|value| Ok((value, target(pc, cursor.i4()?))))
                    .collect::<Result<_, ClassError>>()?;
                Operands::Switch(Switch {
                    default,
                    range: Some((low, high)),
                    cases,
                })
            }
            Layout::LookupSwitch => {
                cursor.bytes(padding(pc.0))?;
                let (default, count) = (target(pc, cursor.i4()?), cursor.i4()?);
                let cases = (0..count)
                    .map(|_| Ok((cursor.i4()?, target(pc, cursor.i4()?))))
                    .collect::<Result<_, ClassError>>()?;
                Operands::Switch(Switch {
                    default,
                    range: None,
                    cases,
                })
            }
            _ => Operands::Plain,
        })
    }

    /// The opcode, looking behind a `wide`.
    pub fn plain_opcode(&self, code: &[u8]) -> u8 {
        if self.opcode == op::wide {
            Cursor::at(code, self.pc.0 as usize + 1)
                .u1()
                .unwrap_or(op::nop)
        } else {
            self.opcode
        }
    }

    /// The local variable index of a load, store, `iinc` or `ret`, also of the one-byte forms.
    pub fn local(&self, code: &[u8]) -> Option<u16> {
        let mut cursor = Cursor::at(code, self.pc.0 as usize + 1);
        if self.opcode == op::wide {
            cursor.u1().ok()?;
            return cursor.u2().ok();
        }
        match self.opcode {
            op::iload_0..=op::aload_3 => Some(u16::from((self.opcode - op::iload_0) & 3)),
            op::istore_0..=op::astore_3 => Some(u16::from((self.opcode - op::istore_0) & 3)),
            opcode if matches!(row(opcode).layout, Layout::Local | Layout::Iinc) => {
                cursor.u1().ok().map(u16::from)
            }
            _ => None,
        }
    }

    /// The two-byte constant pool index that stands first in the operands.
    pub fn pool_index(&self, code: &[u8]) -> u16 {
        Cursor::at(code, self.pc.0 as usize + 1)
            .u2()
            .unwrap_or_default()
    }
}

/// Padding bytes of a switch at `pc`: its operands start at a multiple of four.
pub(crate) fn padding(pc: u32) -> usize {
    3 - (pc as usize & 3)
}

fn switch_cases(count: i64, cursor: &Cursor<'_>) -> Result<usize, ClassError> {
    usize::try_from(count)
        .ok()
        .filter(|&count| count <= cursor.remaining())
        .ok_or(ClassError::Malformed(
            "a switch with a wrong number of cases",
        ))
}

/// All instructions of a code array, in order.
///
/// # Errors
/// Truncation and undefined opcodes.
pub fn instructions(code: &[u8]) -> Result<Vec<Instruction>, ClassError> {
    // Of two bytes each on the average, or a little more: most code fits.
    let mut all = Vec::with_capacity(code.len() / 2 + 1);
    let mut pc = 0;
    while (pc as usize) < code.len() {
        let instruction = Instruction::decode(code, pc)?;
        pc = instruction.end().0;
        all.push(instruction);
    }
    Ok(all)
}

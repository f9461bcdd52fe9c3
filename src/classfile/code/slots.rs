//! What instructions do to the slots of local variables and operand stack (JVMS §6.5), whatever an analysis keeps in them.

use crate::names::{MethodDescriptor, field_type};

use super::super::cursor::ClassError;
use super::super::pool::ConstantPool;
use super::Instruction;
use super::opcode::{VARIES, op, row};

/// A value for each slot; a `long` or `double` takes two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slots<V> {
    /// The local variables, from slot 0.
    pub locals: Vec<V>,
    /// The operand stack, from the bottom.
    pub stack: Vec<V>,
}

impl<V: Clone> Slots<V> {
    /// Runs one instruction. Loads, stores and the `dup` family move values; for every other instruction `result` is
    /// given the values taken, from the bottom, and the number of slots that are to be put in their place.
    ///
    /// # Errors
    /// Code that no verifier would accept: the stack underflows, a local variable is out of range.
    pub fn step(
        &mut self,
        instruction: &Instruction,
        code: &[u8],
        pool: &ConstantPool<'_>,
        result: impl FnOnce(&[V], usize) -> Result<Vec<V>, ClassError>,
    ) -> Result<(), ClassError> {
        const NO_LOCAL: ClassError = ClassError::Malformed("a local variable over max_locals");
        let opcode = instruction.plain_opcode(code);
        let slot = usize::from(instruction.local(code).unwrap_or_default());
        match opcode {
            op::iload..=op::aload | op::iload_0..=op::aload_3 => {
                let count = usize::from(row(opcode).pushes);
                let values = self.locals.get(slot..slot + count).ok_or(NO_LOCAL)?;
                self.stack.extend_from_slice(values);
            }
            op::istore..=op::astore | op::istore_0..=op::astore_3 => {
                let values = self.pop(usize::from(row(opcode).pops))?;
                let locals = self.locals.get_mut(slot..slot + values.len());
                locals.ok_or(NO_LOCAL)?.clone_from_slice(&values);
            }
            op::dup..=op::swap => {
                // What was popped, from the bottom, and what goes back.
                let taken = self.pop(usize::from(row(opcode).pops))?;
                let order: &[usize] = match opcode {
                    op::dup => &[0, 0],
                    op::dup_x1 => &[1, 0, 1],
                    op::dup_x2 => &[2, 0, 1, 2],
                    op::dup2 => &[0, 1, 0, 1],
                    op::dup2_x1 => &[1, 2, 0, 1, 2],
                    op::dup2_x2 => &[2, 3, 0, 1, 2, 3],
                    _ => &[1, 0],
                };
                let values = order.iter().filter_map(|&from| taken.get(from).cloned());
                self.stack.extend(values);
            }
            _ => {
                let (pops, pushes) = effect(opcode, instruction, code, pool)?;
                let taken = self.pop(pops)?;
                self.stack.extend(result(&taken, pushes)?);
            }
        }
        Ok(())
    }

    fn pop(&mut self, count: usize) -> Result<Vec<V>, ClassError> {
        let kept = self.stack.len().checked_sub(count);
        let kept = kept.ok_or(ClassError::Malformed("the operand stack underflows"))?;
        Ok(self.stack.split_off(kept))
    }
}

/// True for a call of a constructor, be it of a new object or of `this`.
///
/// # Errors
/// A constant that is no method.
pub(super) fn calls_constructor(
    instruction: &Instruction,
    code: &[u8],
    pool: &ConstantPool<'_>,
) -> Result<bool, ClassError> {
    Ok(instruction.opcode == op::invokespecial
        && pool.member(instruction.pool_index(code))?.1.0 == b"<init>")
}

/// Slots that an instruction takes from the stack and puts there.
fn effect(
    opcode: u8,
    instruction: &Instruction,
    code: &[u8],
    pool: &ConstantPool<'_>,
) -> Result<(usize, usize), ClassError> {
    let fixed = row(opcode);
    let (mut pops, mut pushes) = (usize::from(fixed.pops), usize::from(fixed.pushes));
    if fixed.pops != VARIES && fixed.pushes != VARIES {
        return Ok((pops, pushes));
    }
    if opcode == op::multianewarray {
        let dimensions = code
            .get(instruction.pc.0 as usize + 3)
            .copied()
            .unwrap_or_default();
        return Ok((usize::from(dimensions), pushes));
    }
    let index = instruction.pool_index(code);
    if (op::getstatic..=op::putfield).contains(&opcode) {
        let (_, _, descriptor) = pool.member(index)?;
        let descriptor = descriptor.decode();
        let ((kind, _), _) = field_type(&descriptor)
            .ok_or_else(|| ClassError::BadDescriptor(descriptor.clone().into_owned()))?;
        let slots = usize::from(kind.slots());
        (pops, pushes) = match opcode {
            op::getstatic => (0, slots),
            op::putstatic => (slots, 0),
            op::getfield => (1, slots),
            _ => (slots + 1, 0),
        };
    } else {
        let descriptor = if opcode == op::invokedynamic {
            pool.dynamic(index)?.1
        } else {
            pool.member(index)?.2
        };
        let descriptor = descriptor.decode();
        let descriptor = MethodDescriptor::parse(&descriptor)?;
        let receiver = usize::from(!matches!(opcode, op::invokestatic | op::invokedynamic));
        pops = usize::from(descriptor.parameter_slots()) + receiver;
        pushes = descriptor
            .returns
            .map_or(0, |(kind, _)| usize::from(kind.slots()));
    }
    Ok((pops, pushes))
}

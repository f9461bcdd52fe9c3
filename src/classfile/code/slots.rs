//! What instructions do to the slots of local variables and operand stack (JVMS §6.5), whatever an analysis keeps in them.

use smallvec::SmallVec;

use crate::names::{BadDescriptor, field_type, method_slots};

use super::super::cursor::ClassError;
use super::super::pool::ConstantPool;
use super::Instruction;
use super::cells::Cells;
use super::opcode::{VARIES, op, row};

/// A value for each slot; a `long` or `double` takes two. Copies share what they have in common.
#[derive(Debug, Clone)]
pub struct Slots<V> {
    /// The local variables that were set, from slot 0; the others have the default.
    locals: Cells<V>,
    max_locals: usize,
    /// The operand stack, from the bottom. Slots from `depth` on were popped.
    stack: Cells<V>,
    depth: usize,
}

/// What an instruction takes from the stack, or puts there.
pub type Values<V> = SmallVec<[V; 4]>;

impl<V: Clone + Default> Slots<V> {
    /// Nothing in the local variables, nothing on the stack.
    pub fn new(max_locals: usize) -> Self {
        Self {
            locals: Cells::default(),
            max_locals,
            stack: Cells::default(),
            depth: 0,
        }
    }

    /// The local variables alone, with an empty stack.
    #[must_use]
    pub fn without_stack(&self) -> Self {
        Self {
            locals: self.locals.clone(),
            ..Self::new(self.max_locals)
        }
    }

    /// How many local variable slots there are.
    pub fn max_locals(&self) -> usize {
        self.max_locals
    }

    /// The local variable in a slot.
    pub fn local(&self, slot: usize) -> V {
        self.locals.get(slot).cloned().unwrap_or_default()
    }

    /// Sets a local variable; nothing happens where there is none.
    pub fn set_local(&mut self, slot: usize, value: V) {
        if slot < self.max_locals {
            self.locals.set(slot, value);
        }
    }

    /// True where both have the same local variables because one is a copy of the other.
    pub fn has_same_locals(&self, other: &Self) -> bool {
        self.locals.is_same(&other.locals)
    }

    /// True where each local variable fits that of `other`. A value has to fit itself: what both share is not looked at.
    pub fn locals_fit(&self, other: &Self, fit: impl Fn(&V, &V) -> bool) -> bool {
        let count = self.max_locals.max(other.max_locals);
        self.locals.fits(&other.locals, count, &fit)
    }

    /// True where each stack slot fits that of `other`, and both have as many. A value has to fit itself.
    pub fn stack_fits(&self, other: &Self, fit: impl Fn(&V, &V) -> bool) -> bool {
        self.depth == other.depth && self.stack.fits(&other.stack, self.depth, &fit)
    }

    /// How many slots are on the stack.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The stack slot `above_bottom` slots up from the bottom.
    pub fn on_stack(&self, above_bottom: usize) -> Option<V> {
        let is_there = above_bottom < self.depth;
        is_there.then(|| self.stack.get(above_bottom).cloned().unwrap_or_default())
    }

    /// Puts a value on the stack.
    pub fn push(&mut self, value: V) {
        self.stack.set(self.depth, value);
        self.depth += 1;
    }

    /// Takes values off the stack; from the bottom.
    ///
    /// # Errors
    /// The stack has fewer.
    pub fn pop(&mut self, count: usize) -> Result<Values<V>, ClassError> {
        let kept = self.depth.checked_sub(count);
        let kept = kept.ok_or(ClassError::Malformed("the operand stack underflows"))?;
        let slots = (kept..self.depth).map(|slot| self.stack.get(slot).cloned());
        let values = slots.map(Option::unwrap_or_default).collect();
        self.depth = kept;
        Ok(values)
    }

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
        result: impl FnOnce(&[V], usize) -> Result<Values<V>, ClassError>,
    ) -> Result<(), ClassError> {
        const NO_LOCAL: ClassError = ClassError::Malformed("a local variable over max_locals");
        let opcode = instruction.plain_opcode(code);
        let slot = usize::from(instruction.local(code).unwrap_or_default());
        match opcode {
            op::iload..=op::aload | op::iload_0..=op::aload_3 => {
                let end = slot + usize::from(row(opcode).pushes);
                if end > self.max_locals {
                    return Err(NO_LOCAL);
                }
                (slot..end).for_each(|slot| self.push(self.local(slot)));
            }
            op::istore..=op::astore | op::istore_0..=op::astore_3 => {
                let values = self.pop(usize::from(row(opcode).pops))?;
                if slot + values.len() > self.max_locals {
                    return Err(NO_LOCAL);
                }
                let placed = (slot..).zip(values);
                placed.for_each(|(slot, value)| self.locals.set(slot, value));
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
                values.for_each(|value| self.push(value));
            }
            _ => {
                let (pops, pushes) = effect(opcode, instruction, code, pool)?;
                let taken = self.pop(pops)?;
                let given = result(&taken, pushes)?;
                given.into_iter().for_each(|value| self.push(value));
            }
        }
        Ok(())
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
        let ((kind, _), _) =
            field_type(&descriptor).ok_or_else(|| BadDescriptor::of(&descriptor))?;
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
        let receiver = u16::from(!matches!(opcode, op::invokestatic | op::invokedynamic));
        let (taken, given) = method_slots(&descriptor, receiver)?;
        (pops, pushes) = (usize::from(taken), usize::from(given));
    }
    Ok((pops, pushes))
}

//! Where a constructor has called `super()` or `this()`, found by data flow (JVMS §4.10.1.9 `invokespecial`).
//!
//! `new X()` and `super()` are the same instruction; they differ in the receiver. So the walk follows `this`, from slot
//! 0 through locals and stack, along every path until its `<init>` is called. Behind that call only reachability
//! counts. An instruction that is reached both before and after the call counts as before.

use crate::classfile::code::opcode::{VARIES, ends_flow, op, row};
use crate::classfile::code::{Code, Instruction, Operands};
use crate::classfile::{ClassError, ConstantPool, MethodDescriptor, field_type};

use super::layout::Boundaries;

/// What the walk found, by instruction.
#[derive(Debug, Clone)]
pub(super) struct Initialisation {
    /// True where the instruction initialises `this`.
    pub calls: Vec<bool>,
    /// True where `this` is initialised before the instruction, on every path.
    pub done: Vec<bool>,
    /// Slot 0 still holds `this` at each of the calls.
    pub in_slot_zero: bool,
}

/// Before initialisation: which slots hold `this`.
#[derive(Debug, Clone, PartialEq)]
struct State {
    locals: Vec<bool>,
    stack: Vec<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reached {
    No,
    Initialised,
    Before,
}

const UNDERFLOW: ClassError =
    ClassError::Malformed("the operand stack of the constructor underflows");

/// Follows `this` through the constructor.
///
/// # Errors
/// Code that no verifier would accept: stack underflow, falling off the end, jumps into instructions.
pub(super) fn follow_this(
    code: &Code<'_>,
    instructions: &[Instruction],
    boundaries: &Boundaries,
    pool: &ConstantPool<'_>,
) -> Result<Initialisation, ClassError> {
    let mut calls = vec![false; instructions.len()];
    let mut in_slot_zero = true;
    let mut reached = vec![Reached::No; instructions.len()];
    let mut locals = vec![false; usize::from(code.max_locals).max(1)];
    locals[0] = true;
    let mut work = vec![(
        0,
        Some(State {
            locals,
            stack: Vec::new(),
        }),
    )];
    while let Some((index, state)) = work.pop() {
        let now = if state.is_some() {
            Reached::Before
        } else {
            Reached::Initialised
        };
        let Some(instruction) = instructions.get(index) else {
            return Err(ClassError::Malformed("the code can fall off its end"));
        };
        if reached[index] == now || reached[index] == Reached::Before {
            continue;
        }
        reached[index] = now;
        for handler in code
            .exception_table
            .iter()
            .filter(|row| row.start_pc <= instruction.pc && instruction.pc < row.end_pc)
        {
            let caught = state.as_ref().map(|state| State {
                locals: state.locals.clone(),
                stack: vec![false],
            });
            work.push((
                boundaries.instruction(handler.handler_pc, "handler_pc")?,
                caught,
            ));
        }
        let after = match state {
            None => None,
            Some(mut state) => {
                calls[index] = step(&mut state, instruction, code.bytes, pool)?;
                in_slot_zero &= !calls[index] || state.locals[0];
                (!calls[index]).then_some(state)
            }
        };
        match instruction.operands(code.bytes)? {
            Operands::Plain => {}
            Operands::Branch(target) => work.push((
                boundaries.instruction(target, "jump target")?,
                after.clone(),
            )),
            Operands::Switch(switch) => {
                for target in switch.targets() {
                    work.push((
                        boundaries.instruction(target, "jump target")?,
                        after.clone(),
                    ));
                }
            }
        }
        if matches!(instruction.opcode, op::jsr | op::jsr_w) {
            // The subroutine comes back here with its return address taken off.
            let back = after.map(|mut state| {
                state.stack.pop();
                state
            });
            work.push((index + 1, back));
        } else if !ends_flow(instruction.plain_opcode(code.bytes)) {
            work.push((index + 1, after));
        }
    }
    let done = reached
        .iter()
        .map(|&state| state == Reached::Initialised)
        .collect();
    Ok(Initialisation {
        calls,
        done,
        in_slot_zero,
    })
}

/// Runs one instruction; true when it initialises `this`.
fn step(
    state: &mut State,
    instruction: &Instruction,
    code: &[u8],
    pool: &ConstantPool<'_>,
) -> Result<bool, ClassError> {
    let opcode = instruction.plain_opcode(code);
    let State { locals, stack } = state;
    let mut pop = |count: usize| {
        let kept = stack.len().checked_sub(count).ok_or(UNDERFLOW)?;
        Ok::<_, ClassError>(stack.split_off(kept))
    };
    match opcode {
        op::aload | op::aload_0..=op::aload_3 => {
            let slot = usize::from(instruction.local(code).unwrap_or_default());
            stack.push(locals.get(slot).copied().unwrap_or_default());
        }
        op::istore..=op::astore | op::istore_0..=op::astore_3 => {
            let slots = usize::from(row(opcode).pops);
            let value = pop(slots)?[0];
            let slot = usize::from(instruction.local(code).unwrap_or_default());
            for local in locals.iter_mut().skip(slot).take(slots) {
                *local = value;
            }
        }
        op::dup..=op::swap => {
            // JVMS §6.5: what was popped, from the bottom, and what goes back.
            let taken = pop(usize::from(row(opcode).pops))?;
            let order: &[usize] = match opcode {
                op::dup => &[0, 0],
                op::dup_x1 => &[1, 0, 1],
                op::dup_x2 => &[2, 0, 1, 2],
                op::dup2 => &[0, 1, 0, 1],
                op::dup2_x1 => &[1, 2, 0, 1, 2],
                op::dup2_x2 => &[2, 3, 0, 1, 2, 3],
                _ => &[1, 0],
            };
            stack.extend(order.iter().map(|&from| taken[from]));
        }
        op::invokespecial => {
            let (_, name, descriptor) = pool.member(instruction.pool_index(code))?;
            let descriptor = descriptor.decode();
            let descriptor = MethodDescriptor::parse(&descriptor)?;
            pop(usize::from(descriptor.parameter_slots()))?;
            let receiver = pop(1)?[0];
            if name.0 == b"<init>" && receiver {
                return Ok(true);
            }
            let returned = descriptor
                .returns
                .map_or(0, |(kind, _)| usize::from(kind.slots()));
            stack.resize(stack.len() + returned, false);
        }
        _ => {
            let (pops, pushes) = effect(opcode, instruction, code, pool)?;
            pop(pops)?;
            stack.resize(stack.len() + pushes, false);
        }
    }
    Ok(false)
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
        let receiver = usize::from(matches!(opcode, op::invokevirtual | op::invokeinterface));
        pops = usize::from(descriptor.parameter_slots()) + receiver;
        pushes = descriptor
            .returns
            .map_or(0, |(kind, _)| usize::from(kind.slots()));
    }
    Ok((pops, pushes))
}

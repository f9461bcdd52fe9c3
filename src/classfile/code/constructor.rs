//! Where a constructor has called `super()` or `this()`, found by data flow (JVMS §4.10.1.9 `invokespecial`).
//!
//! `new X()` and `super()` are the same instruction; they differ in the receiver. So the walk follows `this`, from slot
//! 0 through locals and stack, along every path until its `<init>` is called. Behind that call only reachability
//! counts. An instruction that is reached both before and after the call counts as before.

use super::super::cursor::ClassError;
use super::super::pool::ConstantPool;
use super::opcode::{ends_flow, op};
use super::slots::calls_constructor;
use super::{Boundaries, Code, Instruction, Operands, Slots};

/// What the walk found, by instruction.
#[derive(Debug, Clone)]
pub struct Initialisation {
    /// True where the instruction initialises `this`.
    pub calls: Vec<bool>,
    /// True where `this` is initialised before the instruction, on every path.
    pub done: Vec<bool>,
    /// Slot 0 still holds `this` at each of the calls.
    pub in_slot_zero: bool,
}

/// Before initialisation: which slots hold `this`.
type State = Slots<bool>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reached {
    No,
    Initialised,
    Before,
}

/// Follows `this` through the constructor.
///
/// # Errors
/// Code that no verifier would accept: stack underflow, falling off the end, jumps into instructions.
pub fn follow_this(
    code: &Code<'_>,
    instructions: &[Instruction],
    boundaries: &Boundaries,
    pool: &ConstantPool<'_>,
) -> Result<Initialisation, ClassError> {
    let mut calls = vec![false; instructions.len()];
    let mut in_slot_zero = true;
    let mut reached = vec![Reached::No; instructions.len()];
    let mut locals = vec![true];
    locals.resize(usize::from(code.max_locals).max(1), false);
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
        let (Some(instruction), Some(known), Some(initialises)) = (
            instructions.get(index),
            reached.get_mut(index),
            calls.get_mut(index),
        ) else {
            return Err(ClassError::Malformed("the code can fall off its end"));
        };
        if *known == now || *known == Reached::Before {
            continue;
        }
        *known = now;
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
                *initialises = step(&mut state, instruction, code.bytes, pool)?;
                in_slot_zero &= !*initialises || state.locals.first() == Some(&true);
                (!*initialises).then_some(state)
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
    let is_constructor = calls_constructor(instruction, code, pool)?;
    let mut initialises = false;
    state.step(instruction, code, pool, |taken, pushes| {
        initialises = is_constructor && taken.first() == Some(&true);
        Ok(vec![false; pushes])
    })?;
    Ok(initialises)
}

//! Where a constructor has called `super()` or `this()`, found by data flow (JVMS §4.10.1.9 `invokespecial`).
//!
//! `new X()` and `super()` are the same instruction; they differ in the receiver. So the walk follows `this`, from slot
//! 0 through locals and stack, along every path until its `<init>` is called. Behind that call only reachability
//! counts. An instruction that is reached both before and after the call counts as before.

use smallvec::smallvec;

use super::super::cursor::ClassError;
use super::super::pool::ConstantPool;
use super::opcode::{ends_flow, op};
use super::slots::calls_constructor;
use super::{Boundaries, Code, Instruction, OldPc, Operands, Slots};

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

/// Follows `this` through the constructor. Each handler is entered with the first state in which an instruction is reached
/// that one of its rows covers.
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
    let mut at_first = State::new(usize::from(code.max_locals).max(1));
    at_first.set_local(0, true);
    let mut handlers_before = HandlersOver::new(code, instructions, boundaries)?;
    let mut handlers_after = handlers_before.clone();
    let mut work = vec![(0, Some(at_first))];
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
        let handlers = match now {
            Reached::Before => &mut handlers_before,
            _ => &mut handlers_after,
        };
        for handler in handlers.take(index) {
            let caught = state.as_ref().map(|state| {
                let mut caught = state.without_stack();
                caught.push(false);
                caught
            });
            work.push((handler, caught));
        }
        let after = match state {
            None => None,
            Some(mut state) => {
                *initialises = step(&mut state, instruction, code.bytes, pool)?;
                in_slot_zero &= !*initialises || state.local(0);
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
            let back = match after {
                Some(mut state) => {
                    state.pop(1)?;
                    Some(state)
                }
                None => None,
            };
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

/// The handlers of the rows that cover an instruction, each given once: a tree over the instructions, in which a row
/// lies at the few nodes that make up its range.
#[derive(Debug, Clone)]
struct HandlersOver {
    /// Rows by node: those of an instruction are at `count` and its index, and at all nodes above.
    rows: Vec<Vec<usize>>,
    count: usize,
    /// For each row the instruction that its handler starts with, until it is taken.
    handlers: Vec<Option<usize>>,
}

impl HandlersOver {
    fn new(
        code: &Code<'_>,
        instructions: &[Instruction],
        boundaries: &Boundaries,
    ) -> Result<Self, ClassError> {
        let count = instructions.len();
        let mut over = Self {
            rows: Vec::new(),
            count,
            handlers: Vec::with_capacity(code.exception_table.len()),
        };
        if !code.exception_table.is_empty() {
            over.rows = vec![Vec::new(); 2 * count];
        }
        for (number, row) in code.exception_table.iter().enumerate() {
            let first_from = |pc: OldPc| instructions.partition_point(|one| one.pc < pc);
            let (from, to) = (first_from(row.start_pc), first_from(row.end_pc));
            if from < to {
                let handler = boundaries.instruction(row.handler_pc, "handler_pc")?;
                over.handlers.push(Some(handler));
                over.put(number, from + count, to + count);
            } else {
                over.handlers.push(None);
            }
        }
        Ok(over)
    }

    /// Puts a row at the nodes that make up `from..to`, given as leaves.
    fn put(&mut self, row: usize, mut from: usize, mut to: usize) {
        while from < to {
            if from % 2 == 1 {
                self.rows
                    .get_mut(from)
                    .into_iter()
                    .for_each(|rows| rows.push(row));
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                self.rows
                    .get_mut(to)
                    .into_iter()
                    .for_each(|rows| rows.push(row));
            }
            (from, to) = (from / 2, to / 2);
        }
    }

    /// The handlers over an instruction that were not taken before, in the order of their rows.
    fn take(&mut self, instruction: usize) -> Vec<usize> {
        let mut taken = Vec::new();
        let mut node = instruction + self.count;
        while let Some(rows) = self.rows.get_mut(node).filter(|_| node > 0) {
            taken.append(rows);
            node /= 2;
        }
        taken.sort_unstable();
        let handlers = taken
            .into_iter()
            .filter_map(|row| self.handlers.get_mut(row)?.take());
        handlers.collect()
    }
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
        Ok(smallvec![false; pushes])
    })?;
    Ok(initialises)
}

//! What slots hold on the way through the code, held against the frames.

use std::collections::BTreeMap;

use crate::classfile::ConstantPool;
use crate::classfile::code::opcode::{Layout, ends_flow, is_return, op, row};
use crate::classfile::code::{FrameReader, Instruction, Operands, VerificationType};
use crate::names::{MethodDescriptor, method_slots};

use super::slot::{Slot, result};
use super::state::State;
use super::{Fault, Parsed};

/// So many times a handler is held against a position in one method: each may be covered by 65,535 rows.
const MOST_HANDLED: usize = 5_000_000;

/// Follows code; where its version has frames, everything that reaches one must fit it.
pub(super) fn follow(parsed: &Parsed<'_>, pool: &ConstantPool<'_>) -> Result<(), Fault> {
    Flow::new(parsed, pool)?.run(|_, _| {})
}

/// How far `this` is at the instructions of a method.
pub(super) struct Construction {
    /// By index: `super()` or `this()` has returned before it. `None` where the code cannot be followed.
    pub(super) done: Vec<Option<bool>>,
    /// By index: it calls `super()` or `this()`.
    pub(super) calls: Vec<bool>,
}

impl Construction {
    pub(super) fn new(parsed: &Parsed<'_>, pool: &ConstantPool<'_>) -> Self {
        let count = parsed.instructions.len();
        let is_constructor = parsed
            .initial
            .contains(&VerificationType::UninitializedThis);
        let mut found = Self {
            done: vec![(!is_constructor).then_some(true); count],
            calls: vec![false; count],
        };
        if is_constructor {
            // As far as it goes: the rest is not known.
            let _ = Flow::new(parsed, pool).and_then(|flow| {
                flow.run(|index, state| {
                    let receiver = constructed(&parsed.instructions[index], parsed, pool, state);
                    found.done[index] = Some(!state.has_uninitialised_this());
                    found.calls[index] = receiver == Some(Slot::UninitializedThis);
                })
            });
        }
        found
    }
}

/// What a call of a constructor is made on; `None` for every other instruction.
fn constructed(
    instruction: &Instruction,
    parsed: &Parsed<'_>,
    pool: &ConstantPool<'_>,
    state: &State,
) -> Option<Slot> {
    if instruction.opcode != op::invokespecial {
        return None;
    }
    let (_, name, descriptor) = pool
        .member(instruction.pool_index(parsed.code.bytes))
        .ok()?;
    if name.0 != b"<init>" {
        return None;
    }
    let descriptor = descriptor.decode();
    let taken = usize::from(method_slots(&descriptor, 1).ok()?.0);
    state.below_top(taken)
}

struct Flow<'f, 'a> {
    parsed: &'f Parsed<'a>,
    pool: &'f ConstantPool<'f>,
    /// By position. They share what they have in common.
    frames: BTreeMap<u32, State>,
    handled: usize,
}

impl<'f, 'a> Flow<'f, 'a> {
    fn new(parsed: &'f Parsed<'a>, pool: &'f ConstantPool<'f>) -> Result<Self, Fault> {
        let mut flow = Self {
            parsed,
            pool,
            frames: BTreeMap::new(),
            handled: 0,
        };
        if let Some(frames) = parsed.reader()? {
            flow.read(frames)?;
        }
        Ok(flow)
    }

    fn read(&mut self, mut frames: FrameReader<'_>) -> Result<(), Fault> {
        let most = self.parsed.code.max_locals;
        let mut at_frame = State::at_start(most, self.parsed.initial);
        while frames.advance()? {
            if frames.slots() > u32::from(most) {
                return Err(Fault::TooManyLocals(frames.pc()));
            }
            at_frame.change_locals(&frames);
            let state = at_frame.with_stack(frames.stack());
            self.depth(frames.pc(), &state)?;
            self.frames.insert(frames.pc(), state);
        }
        Ok(())
    }

    fn run(mut self, mut visit: impl FnMut(usize, &State)) -> Result<(), Fault> {
        let parsed = self.parsed;
        let (code, is_framed) = (parsed.code, parsed.frames.is_some());
        if Slot::expand(parsed.initial).len() > usize::from(code.max_locals) {
            return Err(Fault::TooManyLocals(0));
        }
        // Without frames a jump hands on what it finds, and what comes first to a place counts.
        let mut handed_on: BTreeMap<u32, State> = BTreeMap::new();
        if !is_framed {
            for row in &code.exception_table {
                let caught = State::at_start(code.max_locals, &[]).caught();
                handed_on.insert(row.handler_pc.0, caught);
            }
        }
        let mut state = Some(State::at_start(code.max_locals, parsed.initial));
        let mut last = 0;
        for (index, instruction) in parsed.instructions.iter().enumerate() {
            let pc = instruction.pc.0;
            if let Some(frame) = self.frames.get(&pc) {
                if let Some(before) = &state {
                    Self::fits(last, before, pc, frame)?;
                }
                state = Some(frame.clone());
            } else if state.is_none() {
                if is_framed {
                    return Err(Fault::NoFrame(pc));
                }
                state = handed_on.remove(&pc);
            }
            last = pc;
            let Some(mut now) = state.take() else {
                continue; // dead code, which an old verifier does not look at
            };
            visit(index, &now);
            if is_framed {
                self.handlers(pc, &now)?;
            }
            self.step(instruction, &mut now, is_framed)?;
            self.depth(pc, &now)?;
            let targets = match instruction.operands(code.bytes)? {
                Operands::Plain => vec![],
                Operands::Branch(target) => vec![target],
                Operands::Switch(switch) => switch.targets().collect(),
            };
            for target in targets {
                if is_framed {
                    let frame = self.frames.get(&target.0);
                    Self::fits(pc, &now, target.0, frame.ok_or(Fault::NoFrame(target.0))?)?;
                } else if target.0 > pc {
                    handed_on.entry(target.0).or_insert_with(|| now.clone());
                }
            }
            if matches!(instruction.opcode, op::jsr | op::jsr_w) {
                now.slots.pop(1)?; // the subroutine comes back with its return address taken off
            }
            if !ends_flow(instruction.plain_opcode(code.bytes)) {
                state = Some(now);
            }
        }
        match state {
            Some(_) => Err(Fault::NoEnd),
            None => Ok(()),
        }
    }

    fn depth(&self, pc: u32, state: &State) -> Result<(), Fault> {
        if state.slots.depth() > usize::from(self.parsed.code.max_stack) {
            return Err(Fault::StackTooDeep(pc));
        }
        Ok(())
    }

    fn fits(from: u32, state: &State, to: u32, frame: &State) -> Result<(), Fault> {
        if state.fits(frame) {
            Ok(())
        } else {
            Err(Fault::NotAssignable(from, to))
        }
    }

    /// Every handler that covers a position can be entered from there (JVMS §4.10.1.6, `instructionSatisfiesHandlers`).
    fn handlers(&mut self, pc: u32, state: &State) -> Result<(), Fault> {
        let caught = state.caught();
        for row in &self.parsed.code.exception_table {
            self.handled += 1;
            if self.handled > MOST_HANDLED {
                return Ok(());
            }
            if row.start_pc.0 > pc || pc >= row.end_pc.0 {
                continue;
            }
            let handler = row.handler_pc.0;
            let frame = self.frames.get(&handler).ok_or(Fault::NoFrame(handler))?;
            Self::fits(pc, &caught, handler, frame)?;
        }
        Ok(())
    }

    /// True unless a call finds arguments of other kinds, or a constructor returns without `this`.
    /// `new` is what a constructor is called on.
    fn arguments_fit(&self, instruction: &Instruction, state: &State, new: Option<Slot>) -> bool {
        let index = instruction.pool_index(self.parsed.code.bytes);
        let descriptor = match instruction.opcode {
            op::invokedynamic => self.pool.dynamic(index).map(|(_, descriptor)| descriptor),
            op::invokevirtual..=op::invokeinterface => {
                self.pool.member(index).map(|(.., descriptor)| descriptor)
            }
            op::return_ => return !state.lacks_this(),
            _ => return true,
        };
        let Ok(descriptor) = descriptor else {
            return false;
        };
        let descriptor = descriptor.decode();
        let Ok(parsed) = MethodDescriptor::parse(&descriptor) else {
            return false;
        };
        let kinds = parsed.parameters.iter().map(|&(kind, _)| kind);
        let expected: Vec<Slot> = kinds.flat_map(Slot::of_kind).collect();
        let slots = &state.slots;
        let at = slots.depth().checked_sub(expected.len());
        let found = |at: usize| {
            let found = (at..slots.depth()).map(|slot| slots.on_stack(slot));
            found
                .zip(&expected)
                .all(|(found, &expected)| found.is_some_and(|found| found.fits(expected)))
        };
        let is_static = matches!(instruction.opcode, op::invokestatic | op::invokedynamic);
        let receiver = at.and_then(|at| slots.on_stack(at.checked_sub(1)?));
        let is_made = |slot: Slot| matches!(slot, Slot::Null | Slot::Reference);
        let is_raw = |slot: Slot| matches!(slot, Slot::UninitializedThis | Slot::New(_));
        at.is_some_and(found)
            && match new {
                // A constructor is called once on each object (JVMS §4.10.1.9.invokespecial).
                Some(new) => is_raw(new),
                None => is_static || receiver.is_some_and(is_made),
            }
    }

    fn step(
        &self,
        instruction: &Instruction,
        state: &mut State,
        is_framed: bool,
    ) -> Result<(), Fault> {
        let (code, pc) = (self.parsed.code.bytes, instruction.pc.0);
        let wrong = Fault::WrongOperand(pc);
        let new = constructed(instruction, self.parsed, self.pool, state);
        let is_right =
            takes_its_kind(instruction, code, state) && self.arguments_fit(instruction, state, new);
        if is_framed && !is_right {
            return Err(wrong);
        }
        state
            .slots
            .step(instruction, code, self.pool, |_, count| {
                result(instruction, code, self.pool, count)
            })
            .map_err(|_| wrong)?;
        if let Some(stored) = instruction.local(code) {
            state.stored(usize::from(stored));
        }
        if let Some(new) = new {
            state.construct(new);
        }
        Ok(())
    }
}

/// True unless a load, a store, a return or a throw finds a value of another kind.
fn takes_its_kind(instruction: &Instruction, code: &[u8], state: &State) -> bool {
    let opcode = instruction.plain_opcode(code);
    let name = row(opcode).name.as_bytes();
    let letter = name.first().copied().unwrap_or_default();
    let is_local = row(opcode).layout == Layout::Local
        || (op::iload_0..=op::aload_3).contains(&opcode)
        || (op::istore_0..=op::astore_3).contains(&opcode);
    let is_store = name.get(1..6) == Some(b"store");
    if is_local && !is_store && opcode != op::ret {
        let local = usize::from(instruction.local(code).unwrap_or_default());
        let found = state.slots.local(local);
        return found.is_for(letter) && found != Slot::ReturnAddress;
    }
    let is_taken = (is_local && is_store)
        || opcode == op::athrow
        || (is_return(opcode) && opcode != op::return_);
    if !is_taken {
        return true;
    }
    let depth = usize::from(row(opcode).pops);
    let found = state.below_top(depth);
    found.is_some_and(|slot| slot.is_for(letter))
}

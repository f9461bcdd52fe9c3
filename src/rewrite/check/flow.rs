//! What slots hold on the way through the code, held against the frames.

use std::collections::BTreeMap;

use crate::classfile::ConstantPool;
use crate::classfile::code::opcode::{Layout, ends_flow, is_return, op, row};
use crate::classfile::code::{Initial, Instruction, Operands, Slots};
use crate::names::MethodDescriptor;

use super::slot::{Slot, locals_fit, of_frame, result, stack_fits};
use super::{Fault, Parsed};

/// So many times a handler is held against a position in one method: each may be covered by 65,535 rows.
const MOST_HANDLED: usize = 5_000_000;

/// Follows code; where its version has frames, everything that reaches one must fit it.
pub(super) fn follow(
    parsed: &Parsed<'_>,
    pool: &ConstantPool<'_>,
    initial: &Initial<'_>,
) -> Result<(), Fault> {
    Flow::new(parsed, pool).run(initial, |_, _| {})
}

/// How far `this` is at the instructions of a method.
pub(super) struct Construction {
    /// By index: `super()` or `this()` has returned before it. `None` where the code cannot be followed.
    pub(super) done: Vec<Option<bool>>,
    /// By index: it calls `super()` or `this()`.
    pub(super) calls: Vec<bool>,
}

impl Construction {
    pub(super) fn new(parsed: &Parsed<'_>, pool: &ConstantPool<'_>, initial: &Initial<'_>) -> Self {
        let count = parsed.instructions.len();
        let is_constructor = Slot::expand(&initial.locals).contains(&Slot::UninitializedThis);
        let mut found = Self {
            done: vec![(!is_constructor).then_some(true); count],
            calls: vec![false; count],
        };
        if is_constructor {
            // As far as it goes: the rest is not known.
            let _ = Flow::new(parsed, pool).run(initial, |index, slots| {
                let is_this = |slot: &Slot| *slot == Slot::UninitializedThis;
                let is_done = !slots.locals.iter().chain(&slots.stack).any(is_this);
                let receiver = constructed(&parsed.instructions[index], parsed, pool, slots);
                found.done[index] = Some(is_done);
                found.calls[index] = receiver == Some(Slot::UninitializedThis);
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
    slots: &Slots<Slot>,
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
    let arguments = usize::from(MethodDescriptor::parse(&descriptor).ok()?.parameter_slots());
    let at = slots.stack.len().checked_sub(arguments + 1)?;
    slots.stack.get(at).copied()
}

struct Flow<'f, 'a> {
    parsed: &'f Parsed<'a>,
    pool: &'f ConstantPool<'f>,
    /// By position.
    frames: BTreeMap<u32, Slots<Slot>>,
    handled: usize,
}

impl<'f, 'a> Flow<'f, 'a> {
    fn new(parsed: &'f Parsed<'a>, pool: &'f ConstantPool<'f>) -> Self {
        let frames = parsed.frames.iter().flatten();
        Self {
            parsed,
            pool,
            frames: frames
                .map(|frame| (frame.pc, of_frame(frame, parsed.code.max_locals)))
                .collect(),
            handled: 0,
        }
    }

    fn run(
        mut self,
        initial: &Initial<'_>,
        mut visit: impl FnMut(usize, &Slots<Slot>),
    ) -> Result<(), Fault> {
        let parsed = self.parsed;
        let (code, is_framed) = (parsed.code, parsed.frames.is_some());
        let most = usize::from(code.max_locals);
        for (&pc, frame) in &self.frames {
            if frame.locals.len() > most {
                return Err(Fault::TooManyLocals(pc));
            }
            self.depth(pc, frame)?;
        }
        let mut locals = Slot::expand(&initial.locals);
        if locals.len() > most {
            return Err(Fault::TooManyLocals(0));
        }
        locals.resize(most, Slot::Top);
        // Without frames a jump hands on what it finds, and what comes first to a place counts.
        let mut handed_on: BTreeMap<u32, Slots<Slot>> = BTreeMap::new();
        if !is_framed {
            for row in &code.exception_table {
                let caught = Slots {
                    locals: vec![Slot::Top; most],
                    stack: vec![Slot::Reference],
                };
                handed_on.insert(row.handler_pc.0, caught);
            }
        }
        let mut state = Some(Slots {
            locals,
            stack: vec![],
        });
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
            let Some(mut slots) = state.take() else {
                continue; // dead code, which an old verifier does not look at
            };
            visit(index, &slots);
            if is_framed {
                self.handlers(pc, &slots)?;
            }
            self.step(instruction, &mut slots, is_framed)?;
            self.depth(pc, &slots)?;
            let targets = match instruction.operands(code.bytes)? {
                Operands::Plain => vec![],
                Operands::Branch(target) => vec![target],
                Operands::Switch(switch) => switch.targets().collect(),
            };
            for target in targets {
                if is_framed {
                    let frame = self.frames.get(&target.0);
                    Self::fits(pc, &slots, target.0, frame.ok_or(Fault::NoFrame(target.0))?)?;
                } else if target.0 > pc {
                    handed_on.entry(target.0).or_insert_with(|| slots.clone());
                }
            }
            if matches!(instruction.opcode, op::jsr | op::jsr_w) {
                slots.stack.pop(); // the subroutine comes back with its return address taken off
            }
            if !ends_flow(instruction.plain_opcode(code.bytes)) {
                state = Some(slots);
            }
        }
        match state {
            Some(_) => Err(Fault::NoEnd),
            None => Ok(()),
        }
    }

    fn depth(&self, pc: u32, slots: &Slots<Slot>) -> Result<(), Fault> {
        if slots.stack.len() > usize::from(self.parsed.code.max_stack) {
            return Err(Fault::StackTooDeep(pc));
        }
        Ok(())
    }

    fn fits(from: u32, slots: &Slots<Slot>, to: u32, frame: &Slots<Slot>) -> Result<(), Fault> {
        if locals_fit(&slots.locals, &frame.locals) && stack_fits(&slots.stack, &frame.stack) {
            Ok(())
        } else {
            Err(Fault::NotAssignable(from, to))
        }
    }

    /// Every handler that covers a position can be entered from there (JVMS §4.10.1.6, `instructionSatisfiesHandlers`).
    fn handlers(&mut self, pc: u32, slots: &Slots<Slot>) -> Result<(), Fault> {
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
            let is_fit = locals_fit(&slots.locals, &frame.locals)
                && stack_fits(&[Slot::Reference], &frame.stack);
            if !is_fit {
                return Err(Fault::NotAssignable(pc, handler));
            }
        }
        Ok(())
    }

    /// True unless a call finds arguments of other kinds, or a constructor returns without `this`.
    /// `new` is what a constructor is called on.
    fn arguments_fit(
        &self,
        instruction: &Instruction,
        slots: &Slots<Slot>,
        new: Option<Slot>,
    ) -> bool {
        let index = instruction.pool_index(self.parsed.code.bytes);
        let descriptor = match instruction.opcode {
            op::invokedynamic => self.pool.dynamic(index).map(|(_, descriptor)| descriptor),
            op::invokevirtual..=op::invokeinterface => {
                self.pool.member(index).map(|(.., descriptor)| descriptor)
            }
            op::return_ => return !slots.locals.contains(&Slot::UninitializedThis),
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
        let at = slots.stack.len().checked_sub(expected.len());
        let found = at.and_then(|at| slots.stack.get(at..));
        let is_static = matches!(instruction.opcode, op::invokestatic | op::invokedynamic);
        let receiver = at.and_then(|at| slots.stack.get(at.checked_sub(1)?));
        let is_made = |slot: Slot| matches!(slot, Slot::Null | Slot::Reference);
        let is_raw = |slot: Slot| matches!(slot, Slot::UninitializedThis | Slot::New(_));
        found.is_some_and(|found| stack_fits(found, &expected))
            && match new {
                // A constructor is called once on each object (JVMS §4.10.1.9.invokespecial).
                Some(new) => is_raw(new),
                None => is_static || receiver.is_some_and(|&receiver| is_made(receiver)),
            }
    }

    fn step(
        &self,
        instruction: &Instruction,
        slots: &mut Slots<Slot>,
        is_framed: bool,
    ) -> Result<(), Fault> {
        let (code, pc) = (self.parsed.code.bytes, instruction.pc.0);
        let wrong = Fault::WrongOperand(pc);
        let new = constructed(instruction, self.parsed, self.pool, slots);
        let is_right =
            takes_its_kind(instruction, code, slots) && self.arguments_fit(instruction, slots, new);
        if is_framed && !is_right {
            return Err(wrong);
        }
        slots
            .step(instruction, code, self.pool, |_, count| {
                result(instruction, code, self.pool, count)
            })
            .map_err(|_| wrong)?;
        if let Some(new @ (Slot::UninitializedThis | Slot::New(_))) = new {
            for slot in slots.locals.iter_mut().chain(&mut slots.stack) {
                if *slot == new {
                    *slot = Slot::Reference;
                }
            }
        }
        Ok(())
    }
}

/// True unless a load, a store, a return or a throw finds a value of another kind.
fn takes_its_kind(instruction: &Instruction, code: &[u8], slots: &Slots<Slot>) -> bool {
    let opcode = instruction.plain_opcode(code);
    let name = row(opcode).name.as_bytes();
    let letter = name.first().copied().unwrap_or_default();
    let is_local = row(opcode).layout == Layout::Local
        || (op::iload_0..=op::aload_3).contains(&opcode)
        || (op::istore_0..=op::astore_3).contains(&opcode);
    let is_store = name.get(1..6) == Some(b"store");
    if is_local && !is_store && opcode != op::ret {
        let local = usize::from(instruction.local(code).unwrap_or_default());
        let found = slots.locals.get(local);
        return found.is_some_and(|slot| slot.is_for(letter) && *slot != Slot::ReturnAddress);
    }
    let is_taken = (is_local && is_store)
        || opcode == op::athrow
        || (is_return(opcode) && opcode != op::return_);
    if !is_taken {
        return true;
    }
    let depth = usize::from(row(opcode).pops);
    let at = slots.stack.len().checked_sub(depth);
    let found = at.and_then(|at| slots.stack.get(at));
    found.is_some_and(|slot| slot.is_for(letter))
}

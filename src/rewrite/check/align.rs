//! Which part of the new code is an old instruction, and which was added: found by reading the new code from the start,
//! as the plan has it.
//!
//! In front of everything stands the entry code. Then for each old instruction: jumps for those that lie too far away, where
//! nothing falls through; what the plan puts before it; the instruction; what the plan puts behind it. At the end stand
//! the handlers.

use crate::classfile::code::opcode::{ends_flow, inverted, is_return, op};
use crate::classfile::code::{FrameReader, Instruction, OldPc, Operands, VerificationType};
use crate::plan::{CallPlan, MethodPlan};

use super::flow::Construction;
use super::slot::Slot;
use super::{Fault, Frames, Parsed};

/// Where an old instruction lies.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    /// What was put before it.
    pub(super) before: u32,
    /// The instruction.
    pub(super) at: u32,
    /// Its end.
    pub(super) end: u32,
    /// The end of what was put behind it.
    pub(super) behind: u32,
}

/// Old and new code side by side.
pub(super) struct Aligned {
    /// By index of the old instruction.
    pub(super) places: Vec<Place>,
    /// Where the handlers begin.
    pub(super) tail: u32,
    /// Jumps that stand between the instructions, and where they lead.
    trampolines: Vec<(u32, u32)>,
}

/// What the plan puts around the call at an old position.
pub(super) fn call_at<'p>(plan: &'p MethodPlan<'_>, pc: OldPc) -> Option<&'p CallPlan<'p>> {
    let at = plan.calls.binary_search_by_key(&pc, |call| call.pc).ok()?;
    plan.calls.get(at)
}

pub(super) fn align(
    old: &Parsed<'_>,
    new: &Parsed<'_>,
    plan: &MethodPlan<'_>,
    construction: &Construction,
) -> Result<Aligned, Fault> {
    let mut reader = Reader {
        old,
        new,
        pc: 0,
        jumps: Vec::new(),
        trampolines: Vec::new(),
    };
    reader.expect(&plan.entry.code, "the entry code")?;
    let mut places: Vec<Place> = Vec::with_capacity(old.instructions.len());
    let mut falls_through = true;
    let mut calls = plan.calls.iter().peekable();
    for (index, instruction) in old.instructions.iter().enumerate() {
        let call = calls.next_if(|call| call.pc == instruction.pc);
        let at_return = is_return(instruction.opcode) && !plan.before_return.is_empty();
        let (before, behind): (&[u8], &[u8]) = match call {
            _ if at_return => (&plan.before_return.code, &[]),
            _ if construction.calls[index] && !plan.constructed.is_empty() => {
                (&[], &plan.constructed.code)
            }
            Some(call) => (&call.before.code, &call.behind.code),
            None => (&[], &[]),
        };
        if !falls_through {
            reader.trampolines(index);
        }
        let mut place = Place {
            before: reader.pc,
            ..Place::default()
        };
        reader.expect(before, "the code before an instruction")?;
        place.at = reader.pc;
        reader.instruction(instruction, plan)?;
        place.end = reader.pc;
        reader.expect(behind, "the code behind an instruction")?;
        place.behind = reader.pc;
        places.push(place);
        falls_through = !ends_flow(instruction.plain_opcode(old.code.bytes));
    }
    if !falls_through {
        reader.trampolines(old.instructions.len());
    }
    let aligned = Aligned {
        places,
        tail: reader.pc,
        trampolines: reader.trampolines,
    };
    for (from, target, to) in reader.jumps {
        let index = old.boundaries.instruction(target, "jump target")?;
        let place = aligned.places[index].before;
        let is_over = |&(pc, leads): &(u32, u32)| pc == to && leads == place;
        if to != place && !aligned.trampolines.iter().any(is_over) {
            return Err(Fault::WrongTarget(from));
        }
    }
    Ok(aligned)
}

struct Reader<'r, 'a> {
    old: &'r Parsed<'a>,
    new: &'r Parsed<'a>,
    /// How far the new code was read.
    pc: u32,
    /// Positions of branches, with the old target and the new.
    jumps: Vec<(u32, OldPc, u32)>,
    trampolines: Vec<(u32, u32)>,
}

impl Reader<'_, '_> {
    fn expect(&mut self, code: &[u8], what: &'static str) -> Result<(), Fault> {
        let start = self.pc as usize;
        let found = self.new.code.bytes.get(start..start + code.len());
        let is_boundary = code.is_empty() || self.new.is_boundary(self.pc, false);
        if found != Some(code) || !is_boundary {
            return Err(Fault::Lost(self.pc, what));
        }
        self.pc += u32::try_from(code.len()).unwrap_or(u32::MAX);
        Ok(())
    }

    /// The new instruction at the present position.
    fn next(&self) -> Option<&Instruction> {
        let index = self.new.boundaries.instruction(OldPc(self.pc), "position");
        self.new.instructions.get(index.ok()?)
    }

    /// Where the branch leads that stands at the present position.
    fn leads(&self) -> Option<u32> {
        match self.next()?.operands(self.new.code.bytes).ok()? {
            Operands::Branch(target) => Some(target.0),
            _ => None,
        }
    }

    /// Reads over jumps that stand before the old instruction with this index. Where that is one itself, some of those
    /// that follow are old ones.
    fn trampolines(&mut self, index: usize) {
        let is_jump = |one: &&Instruction| matches!(one.opcode, op::goto | op::goto_w);
        let rest = self.old.instructions.get(index..).unwrap_or_default();
        let own = rest.iter().take_while(is_jump).count();
        let start = self.new.boundaries.instruction(OldPc(self.pc), "position");
        let found = match start {
            Ok(start) => self.new.instructions[start..]
                .iter()
                .take_while(is_jump)
                .count(),
            Err(_) => 0,
        };
        for _ in own..found {
            if let (Some(op::goto_w), Some(leads)) =
                (self.next().map(|one| one.opcode), self.leads())
            {
                self.trampolines.push((self.pc, leads));
                self.pc += 5;
            }
        }
    }

    /// Reads an old instruction, which may be written for greater distances.
    fn instruction(&mut self, old: &Instruction, plan: &MethodPlan<'_>) -> Result<(), Fault> {
        let lost = Fault::Lost(self.pc, "an old instruction");
        let found = *self.next().ok_or(lost.clone())?;
        let (old_code, new_code) = (self.old.code.bytes, self.new.code.bytes);
        match (old.operands(old_code)?, found.operands(new_code)?) {
            (Operands::Branch(target), Operands::Branch(leads)) => {
                let wide = match old.opcode {
                    op::goto => op::goto_w,
                    op::jsr => op::jsr_w,
                    same => same,
                };
                if found.opcode == old.opcode || found.opcode == wide {
                    self.jumps.push((self.pc, target, leads.0));
                } else if inverted(old.opcode) == Some(found.opcode) && leads.0 == self.pc + 8 {
                    self.pc += found.length;
                    let jump = self.next().is_some_and(|one| one.opcode == op::goto_w);
                    let leads = self.leads().filter(|_| jump).ok_or(lost)?;
                    self.jumps.push((self.pc, target, leads));
                    self.pc += 5;
                    return Ok(());
                } else {
                    return Err(lost);
                }
            }
            (Operands::Switch(was), Operands::Switch(is)) => {
                let values = |cases: &[(i32, OldPc)]| cases.iter().map(|case| case.0).collect();
                let (old_values, new_values): (Vec<i32>, Vec<i32>) =
                    (values(&was.cases), values(&is.cases));
                if old.opcode != found.opcode || was.range != is.range || old_values != new_values {
                    return Err(lost);
                }
                let targets = was.targets().zip(is.targets());
                self.jumps
                    .extend(targets.map(|(target, leads)| (self.pc, target, leads.0)));
            }
            _ => {
                let other = plan.constants.iter().find(|(pc, _)| *pc == old.pc);
                let range = |one: &Instruction| one.pc.0 as usize..one.end().0 as usize;
                let is_same = match other {
                    Some((_, index)) => {
                        found.opcode == old.opcode && found.pool_index(new_code) == *index
                    }
                    None => old_code.get(range(old)) == new_code.get(range(&found)),
                };
                if !is_same {
                    return Err(lost);
                }
            }
        }
        self.pc += found.length;
        Ok(())
    }
}

impl Aligned {
    /// True for a position that is in no old instruction.
    pub(super) fn is_added(&self, pc: u32) -> bool {
        let index = self.places.partition_point(|place| place.at <= pc);
        let before = index
            .checked_sub(1)
            .and_then(|index| self.places.get(index));
        before.is_none_or(|place| pc >= place.end)
    }

    /// Every old frame is there, with our locals behind its own.
    pub(super) fn frames(
        &self,
        old: &Parsed<'_>,
        new: &Parsed<'_>,
        plan: &MethodPlan<'_>,
    ) -> Result<(), Fault> {
        let Some(after) = &new.frames else {
            return Ok(());
        };
        if let Some(before) = old.reader()? {
            let lost = |pc| Err(Fault::FrameLost(pc));
            let (mut before, mut after) = (before, new.reader()?);
            let mut sides = Sides::new(self, old, plan);
            while before.advance()? {
                let index = old.boundaries.instruction(OldPc(before.pc()), "frame")?;
                let pc = self.places[index].before;
                let Some(after) = &mut after else {
                    return lost(before.pc());
                };
                sides.old_frame(&before);
                while after.pc() < pc || !sides.has_new {
                    if !after.advance()? {
                        return lost(before.pc());
                    }
                    sides.new_frame(after);
                }
                let stack = self.moved(before.stack(), old);
                let is_same =
                    after.pc() == pc && sides.are_equal() && Slot::expand(after.stack()) == stack;
                if !is_same {
                    return lost(before.pc());
                }
            }
        }
        self.targets_have_frames(new, after)
    }

    /// The slots, with what `new` made at its new position.
    fn moved(&self, types: &[VerificationType], old: &Parsed<'_>) -> Vec<Slot> {
        let mut slots = Slot::expand(types);
        for slot in &mut slots {
            if let Slot::New(pc) = slot
                && let Ok(index) = old.boundaries.instruction(OldPc(*pc), "new")
            {
                *slot = Slot::New(self.places[index].at);
            }
        }
        slots
    }

    /// Handlers that were added need frames even where the old code had none.
    fn targets_have_frames(&self, new: &Parsed<'_>, frames: &Frames<'_>) -> Result<(), Fault> {
        for row in &new.code.exception_table {
            let pc = row.handler_pc.0;
            if pc >= self.tail && !frames.has(pc) {
                return Err(Fault::NoFrame(pc));
            }
        }
        Ok(())
    }
}

/// The locals of an old frame and of the new one for it, slot by slot. What did not change since both were the same is not
/// looked at again: many frames may repeat many locals.
struct Sides<'s, 'a> {
    aligned: &'s Aligned,
    parsed: &'s Parsed<'a>,
    /// The old locals at their new positions.
    old: Vec<Slot>,
    new: Vec<Slot>,
    /// Ours, which stand behind all old ones.
    ours: Vec<Slot>,
    /// So many slots are the same; all, where nothing changed.
    same: usize,
    has_new: bool,
}

impl<'s, 'a> Sides<'s, 'a> {
    fn new(aligned: &'s Aligned, parsed: &'s Parsed<'a>, plan: &MethodPlan<'_>) -> Self {
        Self {
            aligned,
            parsed,
            old: aligned.moved(parsed.initial, parsed),
            new: Slot::expand(parsed.initial),
            ours: Slot::expand(&plan.locals),
            same: 0,
            has_new: false,
        }
    }

    fn old_frame(&mut self, frame: &FrameReader<'_>) {
        let (appended, kept) = changed(frame, &mut self.same);
        self.old.truncate(kept);
        self.old.extend(self.aligned.moved(appended, self.parsed));
    }

    fn new_frame(&mut self, frame: &FrameReader<'_>) {
        let (appended, kept) = changed(frame, &mut self.same);
        self.new.truncate(kept);
        self.new.extend(Slot::expand(appended));
        self.has_new = true;
    }

    /// The new frame has the old locals, and ours behind them.
    fn are_equal(&mut self) -> bool {
        let max_locals = usize::from(self.parsed.code.max_locals);
        let end = match self.ours.len() {
            0 => 0,
            ours => max_locals + ours,
        };
        let end = end.max(self.old.len()).max(self.new.len());
        let is_same = (self.same..end).all(|slot| {
            let of_ours = || self.ours.get(slot.checked_sub(max_locals)?);
            let expected = self.old.get(slot).or_else(of_ours);
            expected.copied().unwrap_or_default() == self.new.get(slot).copied().unwrap_or_default()
        });
        self.same = usize::MAX;
        is_same
    }
}

/// The locals behind those that a frame has from the one before, and the slots of these. `same` becomes no more than that.
fn changed<'f>(frame: &'f FrameReader<'_>, same: &mut usize) -> (&'f [VerificationType], usize) {
    let (kept, slots) = frame.kept();
    let slots = slots as usize;
    let appended = frame.locals().get(kept..).unwrap_or_default();
    if !appended.is_empty() || frame.slots_before() as usize != slots {
        *same = (*same).min(slots);
    }
    (appended, slots)
}

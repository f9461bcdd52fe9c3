//! Where every instruction comes to lie: insertions, widened jumps and switch padding, to a fixed point.
//!
//! Between two instructions lie, in this order: code behind the first (after `super()` or a call), trampolines (only where
//! the first does not fall through), code in front of the second (before a return or a call). `before` is the start of the
//! last, `at` is the instruction itself; old position 0 lies behind the entry code in both, so that a loop to the start does not
//! enter twice.

use std::ops::Range;

use crate::classfile::ClassError;
use crate::classfile::code::opcode::{ends_flow, inverted, op};
use crate::classfile::code::{Boundaries, Code, Instruction, NewPc, OldPc, Operands, Switch};
use crate::refusal::Refusal;

/// How a branch is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As it was.
    Same,
    /// `goto_w` or `jsr_w`.
    Wide,
    /// The inverted condition over a `goto_w`.
    Inverted,
    /// Onto the trampoline with this number.
    Trampoline(usize),
}

/// A `goto_w` that a conditional branch reaches where its target no longer is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trampoline {
    /// It lies in front of the instruction with this index.
    pub gap: usize,
    /// Index of the instruction it jumps to.
    pub target: usize,
    /// Where it lies.
    pub pc: NewPc,
}

/// A branch with its target as an instruction index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch {
    /// Index of the instruction.
    pub index: usize,
    /// Index of its target.
    pub target: usize,
    /// How it is written.
    pub form: Form,
}

/// Bytes inserted around the instructions.
pub(super) trait Insertions {
    /// In front of everything.
    fn entry(&self) -> u32;
    /// Behind the instruction with this index.
    fn behind(&self, index: usize) -> u32;
    /// In front of the instruction with this index.
    fn before(&self, index: usize) -> u32;
    /// Rows of the exception table that cover the instruction with this index cover what is around it too.
    fn covered(&self, index: usize) -> bool;
    /// Is there a frame at the instruction with this index, or are frames not needed?
    fn framed(&self, index: usize) -> bool;
}

/// Where an instruction lies.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// The start of the code in front of it.
    before: u32,
    /// The instruction itself.
    at: u32,
    /// Its end.
    end: u32,
    /// What rows that cover it cover: from, to.
    covered: (u32, u32),
}

/// The finished layout: the only bridge from [`OldPc`] to [`NewPc`].
#[derive(Debug, Clone)]
pub(super) struct Layout {
    boundaries: Boundaries,
    /// Where each instruction lies, and one more for the end of the code.
    places: Vec<Place>,
    /// All branches, in order.
    pub branches: Vec<Branch>,
    /// All switches by instruction index, in order.
    pub switches: Vec<(usize, Switch)>,
    /// All trampolines, by number.
    pub trampolines: Vec<Trampoline>,
}

impl Layout {
    /// Lays out `code`.
    ///
    /// # Errors
    /// [`Refusal::JumpOutOfReach`], and what is wrong with the old code.
    pub(super) fn new(
        code: &Code<'_>,
        instructions: &[Instruction],
        boundaries: Boundaries,
        insertions: &impl Insertions,
    ) -> Result<Self, Refusal> {
        let mut branches = Vec::new();
        let mut switches = Vec::new();
        for (index, instruction) in instructions.iter().enumerate() {
            match instruction.operands(code.bytes)? {
                Operands::Plain => {}
                Operands::Branch(target) => {
                    let target = boundaries.instruction(target, "jump target")?;
                    branches.push(Branch {
                        index,
                        target,
                        form: Form::Same,
                    });
                }
                Operands::Switch(switch) => {
                    for target in switch.targets() {
                        boundaries.instruction(target, "jump target")?;
                    }
                    switches.push((index, switch));
                }
            }
        }
        let count = instructions.len();
        let mut layout = Self {
            boundaries,
            places: vec![Place::default(); count + 1],
            branches,
            switches,
            trampolines: Vec::new(),
        };
        let is_gap =
            |gap: usize| gap > 0 && ends_flow(instructions[gap - 1].plain_opcode(code.bytes));
        loop {
            layout.place(instructions, insertions);
            if !layout.widen(instructions, insertions, is_gap)? {
                layout.cover(insertions);
                return Ok(layout);
            }
        }
    }

    /// Gives every instruction its position, with the present forms of branches.
    fn place(&mut self, instructions: &[Instruction], insertions: &impl Insertions) {
        let mut branches = self.branches.iter().peekable();
        let mut pc = insertions.entry();
        for (index, instruction) in instructions.iter().enumerate() {
            if index > 0 {
                pc += insertions.behind(index - 1);
            }
            pc = place_trampolines(&mut self.trampolines, index, pc);
            self.places[index].before = pc;
            pc += insertions.before(index);
            self.places[index].at = pc;
            let form = branches
                .next_if(|branch| branch.index == index)
                .map_or(Form::Same, |branch| branch.form);
            pc += match form {
                Form::Wide => 5,
                Form::Inverted => 8,
                Form::Same | Form::Trampoline(_) => match instruction.opcode {
                    op::tableswitch | op::lookupswitch => {
                        instruction.length - (3 - (instruction.pc.0 & 3)) + (3 - (pc & 3))
                    }
                    _ => instruction.length,
                },
            };
            self.places[index].end = pc;
        }
        let count = instructions.len();
        if count > 0 {
            pc += insertions.behind(count - 1);
        }
        self.places[count].before = pc;
        self.places[count].at = pc;
        place_trampolines(&mut self.trampolines, count, pc);
    }

    /// Says what rows that cover an instruction cover.
    fn cover(&mut self, insertions: &impl Insertions) {
        for index in 0..self.count() {
            self.places[index].covered = if insertions.covered(index) {
                (
                    self.places[index].before,
                    self.places[index].end + insertions.behind(index),
                )
            } else {
                (self.places[index].at, self.places[index].end)
            };
        }
    }

    /// Widens the branches that do not reach; true when there were any.
    fn widen(
        &mut self,
        instructions: &[Instruction],
        insertions: &impl Insertions,
        is_gap: impl Fn(usize) -> bool,
    ) -> Result<bool, Refusal> {
        let mut changed = false;
        for number in 0..self.branches.len() {
            let Branch {
                index,
                target,
                form,
            } = self.branches[number];
            let opcode = instructions[index].opcode;
            let from = self.places[index].at;
            let reaches = |to: u32| i16::try_from(i64::from(to) - i64::from(from)).is_ok();
            let lands = match form {
                Form::Same if matches!(opcode, op::goto_w | op::jsr_w) => continue,
                Form::Same => self.places[target].before,
                Form::Trampoline(number) => self.trampolines[number].pc.0,
                Form::Wide | Form::Inverted => continue,
            };
            if reaches(lands) {
                continue;
            }
            if form != Form::Same {
                return Err(Refusal::JumpOutOfReach(instructions[index].pc.0));
            }
            changed = true;
            self.branches[number].form = if inverted(opcode).is_none() {
                Form::Wide
            } else if insertions.framed(index + 1) {
                Form::Inverted
            } else {
                let near = (0..self.places.len())
                    .filter(|&gap| is_gap(gap))
                    .min_by_key(|&gap| self.places[gap].before.abs_diff(from));
                let gap = near
                    .filter(|&gap| self.places[gap].before.abs_diff(from) < TRAMPOLINE_REACH)
                    .ok_or(Refusal::JumpOutOfReach(instructions[index].pc.0))?;
                Form::Trampoline(self.trampoline(gap, target))
            };
        }
        Ok(changed)
    }

    fn trampoline(&mut self, gap: usize, target: usize) -> usize {
        let known = self
            .trampolines
            .iter()
            .position(|known| known.gap == gap && known.target == target);
        known.unwrap_or_else(|| {
            let pc = NewPc(self.places[gap].before);
            self.trampolines.push(Trampoline { gap, target, pc });
            self.trampolines.len() - 1
        })
    }

    /// The instruction itself.
    ///
    /// # Errors
    /// `pc` is no instruction.
    pub(super) fn at(&self, pc: OldPc, what: &'static str) -> Result<NewPc, ClassError> {
        Ok(NewPc(self.places[self.boundaries.index(pc, what)?].at))
    }

    /// The start of the code in front of the instruction.
    ///
    /// # Errors
    /// `pc` is no instruction.
    pub(super) fn before(&self, pc: OldPc, what: &'static str) -> Result<NewPc, ClassError> {
        Ok(NewPc(self.places[self.boundaries.index(pc, what)?].before))
    }

    /// The index of the instruction at `pc`.
    ///
    /// # Errors
    /// `pc` is no instruction.
    pub(super) fn index(&self, pc: OldPc, what: &'static str) -> Result<usize, ClassError> {
        self.boundaries.index(pc, what)
    }

    /// `before` of an instruction by its index.
    pub(super) fn before_index(&self, index: usize) -> NewPc {
        NewPc(self.places[index].before)
    }

    /// `at` of an instruction by its index.
    pub(super) fn at_index(&self, index: usize) -> NewPc {
        NewPc(self.places[index].at)
    }

    /// The end of an instruction by its index.
    pub(super) fn end_index(&self, index: usize) -> NewPc {
        NewPc(self.places[index].end)
    }

    /// What rows that cover an instruction cover: it alone, or with what is around it; from, to.
    pub(super) fn covered_index(&self, index: usize) -> (NewPc, NewPc) {
        let (from, to) = self.places[index].covered;
        (NewPc(from), NewPc(to))
    }

    /// What lies between, before and behind the instructions of code that ends at `end`, and the instructions that
    /// name another constant, which are in order.
    pub(super) fn added(&self, end: u32, constants: &[(OldPc, u16)]) -> Vec<Range<u32>> {
        let mut changed = constants
            .iter()
            .filter_map(|&(pc, _)| self.boundaries.index(pc, "instruction").ok())
            .peekable();
        let mut added = Vec::new();
        let mut from = 0;
        for (index, place) in self.places.iter().take(self.count()).enumerate() {
            added.push(from..place.at);
            added.extend(changed.next_if_eq(&index).map(|_| place.at..place.end));
            from = place.end;
        }
        added.push(from..end);
        added.retain(|range| !range.is_empty());
        added
    }

    /// How many instructions there are.
    pub(super) fn count(&self) -> usize {
        self.places.len() - 1
    }

    /// Where code behind the last instruction and its trampolines can be put.
    pub(super) fn behind_everything(&self) -> NewPc {
        let last = self
            .trampolines
            .iter()
            .filter(|trampoline| trampoline.gap == self.count())
            .count();
        NewPc(
            self.places[self.count()].before
                + TRAMPOLINE_LENGTH * u32::try_from(last).unwrap_or(u32::MAX),
        )
    }
}

/// `goto_w` and its offset.
const TRAMPOLINE_LENGTH: u32 = 5;

/// A trampoline is put nearer than a branch reaches: what lies between may still grow.
const TRAMPOLINE_REACH: u32 = 30_000;

/// Places the trampolines in front of instruction `gap` from `pc` on; returns the position behind them.
fn place_trampolines(trampolines: &mut [Trampoline], gap: usize, mut pc: u32) -> u32 {
    for trampoline in trampolines
        .iter_mut()
        .filter(|trampoline| trampoline.gap == gap)
    {
        trampoline.pc = NewPc(pc);
        pc += TRAMPOLINE_LENGTH;
    }
    pc
}

//! Stack map frames: the old ones moved and given our locals, and those of our handler and trampolines.

use smallvec::{Array, SmallVec, smallvec};

use crate::classfile::attribute::STACK_MAP_TABLE;
use crate::classfile::code::{
    Frame, Initial, Locals, NewPc, OldPc, Stack, VerificationType, decode_frames, encode_frames,
};
use crate::classfile::{ClassError, PoolBuilder};
use crate::refusal::Refusal;

use super::Method;
use super::call_handlers::CallHandlers;
use super::layout::Layout;

/// The frames of the old code, by position. Empty below version 50.
pub(super) struct Frames {
    old: Vec<Frame>,
    had_table: bool,
}

impl Frames {
    pub(super) fn read(method: &Method<'_>, initial: &[VerificationType]) -> Result<Self, Refusal> {
        let table = method
            .code
            .attributes
            .iter()
            .find(|attribute| attribute.name.0 == STACK_MAP_TABLE);
        match table.filter(|_| method.framed_version) {
            Some(table) => Ok(Self {
                old: decode_frames(table.info, initial)?,
                had_table: true,
            }),
            None => Ok(Self {
                old: Vec::new(),
                had_table: false,
            }),
        }
    }

    /// The frame at an old position.
    fn at(&self, pc: OldPc) -> Option<&Frame> {
        self.old
            .binary_search_by_key(&pc.0, |frame| frame.pc)
            .ok()
            .map(|index| &self.old[index])
    }

    /// True when there is a frame at an old position.
    pub(super) fn is_at(&self, pc: OldPc) -> bool {
        self.at(pc).is_some()
    }

    /// The new `info` of the `StackMapTable`; `None` where there is none to be.
    pub(super) fn write(
        &self,
        method: &Method<'_>,
        layout: &Layout,
        initial: &Initial<'_>,
        handlers: &CallHandlers<'_>,
        handler_pc: Option<NewPc>,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        if !method.framed_version {
            return Ok(None);
        }
        let own = &method.plan.locals;
        // Frames with our locals say in full what they used to repeat from the start.
        let as_passed = handlers.all.is_empty() && (own.is_empty() || self.old.is_empty());
        let passed = if as_passed {
            initial.locals.clone()
        } else {
            initial.resolved(pool)?
        };
        let more = layout.trampolines.len() + handlers.all.len() + 1;
        let mut frames = Vec::with_capacity(self.old.len() + more);
        for old in &self.old {
            let pc = layout.before(OldPc(old.pc), "frame")?;
            frames.push(moved(old, pc, method, layout, &passed)?);
        }
        for trampoline in &layout.trampolines {
            let target = method.instructions[trampoline.target].pc;
            if let Some(frame) = self.at(target) {
                frames.push(moved(frame, trampoline.pc, method, layout, &passed)?);
            }
        }
        let caught = VerificationType::Object(method.plan.throwable);
        for handler in &handlers.all {
            frames.push(Frame {
                pc: handler.pc.0,
                locals: mapped(&handler.locals, 0, layout, &passed)?,
                stack: smallvec![caught],
            });
        }
        if let Some(pc) = handler_pc {
            let mut locals: Locals =
                smallvec![VerificationType::Top; usize::from(method.code.max_locals)];
            locals.extend_from_slice(own);
            while locals.last() == Some(&VerificationType::Top) {
                locals.pop();
            }
            frames.push(Frame {
                pc: pc.0,
                locals,
                stack: smallvec![caught],
            });
        }
        if frames.is_empty() && !self.had_table {
            return Ok(None);
        }
        frames.sort_by_key(|frame| frame.pc);
        Ok(Some(encode_frames(&frames, &passed)?))
    }
}

/// `old` at its new position, with our locals. `passed` are the initial locals.
fn moved(
    old: &Frame,
    pc: NewPc,
    method: &Method<'_>,
    layout: &Layout,
    passed: &[VerificationType],
) -> Result<Frame, Refusal> {
    let own = &method.plan.locals;
    let padding = if own.is_empty() {
        0
    } else {
        let slots: u32 = old
            .locals
            .iter()
            .map(|local| u32::from(local.slots()))
            .sum();
        let missing = u32::from(method.code.max_locals).checked_sub(slots);
        missing.ok_or(ClassError::Malformed(
            "a frame with more locals than max_locals",
        ))? as usize
    };
    let mut locals: Locals = mapped(&old.locals, padding + own.len(), layout, passed)?;
    locals.resize(locals.len() + padding, VerificationType::Top);
    locals.extend_from_slice(own);
    let stack: Stack = mapped(&old.stack, 0, layout, passed)?;
    Ok(Frame {
        pc: pc.0,
        locals,
        stack,
    })
}

/// Types with the positions in them moved, and with the classes of what was passed; there is room for `more`.
fn mapped<A: Array<Item = VerificationType>>(
    types: &[VerificationType],
    more: usize,
    layout: &Layout,
    passed: &[VerificationType],
) -> Result<SmallVec<A>, ClassError> {
    let mut moved = SmallVec::with_capacity(types.len() + more);
    for &kind in types {
        moved.push(match kind {
            VerificationType::Uninitialized(at) => {
                VerificationType::Uninitialized(layout.at(OldPc(at), "uninitialized offset")?.0)
            }
            VerificationType::Passed(index) => {
                passed.get(usize::from(index)).copied().unwrap_or(kind)
            }
            other => other,
        });
    }
    Ok(moved)
}

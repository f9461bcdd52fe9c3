//! Stack map frames: the old ones moved and given our locals, and those of our handler and trampolines.

use std::borrow::Cow;

use crate::classfile::attribute::STACK_MAP_TABLE;
use crate::classfile::code::{
    Frame, NewPc, OldPc, VerificationType, decode_frames, encode_frames, initial_locals,
};
use crate::classfile::{ClassError, MethodDescriptor, PoolBuilder};
use crate::refusal::Refusal;

use super::Method;
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
        handler_pc: Option<NewPc>,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        if !method.framed_version {
            return Ok(None);
        }
        let own = &method.plan.locals;
        // Frames with our locals say in full what they used to repeat from the start.
        let passed = if own.is_empty() || self.old.is_empty() {
            initial.locals.clone()
        } else {
            initial.resolved(pool)?
        };
        let mut frames = Vec::with_capacity(self.old.len() + 1 + layout.trampolines.len());
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
        if let Some(pc) = handler_pc {
            let mut locals = vec![VerificationType::Top; usize::from(method.code.max_locals)];
            locals.extend(own);
            while locals.last() == Some(&VerificationType::Top) {
                locals.pop();
            }
            frames.push(Frame {
                pc: pc.0,
                locals,
                stack: vec![VerificationType::Object(method.plan.throwable)],
            });
        }
        if frames.is_empty() && !self.had_table {
            return Ok(None);
        }
        frames.sort_by_key(|frame| frame.pc);
        Ok(Some(encode_frames(&frames, &passed)?))
    }
}

/// The locals before the first instruction, and what their classes are.
pub(super) struct Initial<'a> {
    pub(super) locals: Vec<VerificationType>,
    /// Internal names, or array descriptors, of the classes of `locals` that are references.
    pub(super) classes: Vec<Cow<'a, str>>,
}

impl<'a> Initial<'a> {
    pub(super) fn new(
        class_name: Cow<'a, str>,
        descriptor: &MethodDescriptor<'a>,
        is_static: bool,
        is_constructor: bool,
    ) -> Self {
        let locals = initial_locals(descriptor, is_static, is_constructor);
        let parameters = descriptor.parameters.iter().map(|&(_, text)| {
            let class = text
                .strip_prefix('L')
                .and_then(|name| name.strip_suffix(';'));
            Cow::Borrowed(class.unwrap_or(text))
        });
        let classes = (!is_static)
            .then_some(class_name)
            .into_iter()
            .chain(parameters)
            .collect();
        Self { locals, classes }
    }

    /// The locals with their classes in the pool.
    fn resolved(&self, pool: &mut PoolBuilder<'_>) -> Result<Vec<VerificationType>, Refusal> {
        let locals = self.locals.iter().zip(&self.classes);
        locals
            .map(|(&local, class)| match local {
                VerificationType::Passed(_) => Ok(VerificationType::Object(pool.class(class)?)),
                other => Ok(other),
            })
            .collect()
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
    let map = |types: &[VerificationType]| {
        types
            .iter()
            .map(|&kind| match kind {
                VerificationType::Uninitialized(at) => Ok(VerificationType::Uninitialized(
                    layout.at(OldPc(at), "uninitialized offset")?.0,
                )),
                VerificationType::Passed(index) => {
                    Ok(passed.get(usize::from(index)).copied().unwrap_or(kind))
                }
                other => Ok(other),
            })
            .collect::<Result<Vec<_>, ClassError>>()
    };
    let mut locals = map(&old.locals)?;
    if !own.is_empty() {
        let slots: u32 = old
            .locals
            .iter()
            .map(|local| u32::from(local.slots()))
            .sum();
        let missing =
            u32::from(method.code.max_locals)
                .checked_sub(slots)
                .ok_or(ClassError::Malformed(
                    "a frame with more locals than max_locals",
                ))?;
        locals.extend((0..missing).map(|_| VerificationType::Top));
        locals.extend(own);
    }
    Ok(Frame {
        pc: pc.0,
        locals,
        stack: map(&old.stack)?,
    })
}

//! Stack map frames: the old ones moved and given our locals, and those of our handler and trampolines.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::classfile::attribute::STACK_MAP_TABLE;
use crate::classfile::code::{FrameReader, FrameWriter, Initial, NewPc, OldPc, VerificationType};
use crate::classfile::{ClassError, PoolBuilder};
use crate::refusal::Refusal;

use super::call_handlers::CallHandlers;
use super::layout::Layout;
use super::{Method, Room};

/// The frames of the old code. There are none below version 50.
pub(super) struct Frames<'i> {
    /// The `info` of the table.
    table: Option<&'i [u8]>,
    /// Where the frames are, in order.
    positions: Vec<u32>,
}

impl<'i> Frames<'i> {
    pub(super) fn read(method: &Method<'i>, initial: &[VerificationType]) -> Result<Self, Refusal> {
        let mut attributes = method.code.attributes.iter();
        let table = attributes
            .find(|attribute| method.framed_version && attribute.name.0 == STACK_MAP_TABLE)
            .map(|attribute| attribute.info);
        let mut positions = Vec::new();
        if let Some(info) = table {
            let mut reader = FrameReader::new(info, initial)?;
            positions.reserve(reader.left());
            while reader.advance()? {
                positions.push(reader.pc());
            }
        }
        Ok(Self { table, positions })
    }

    /// True when there is a frame at an old position.
    pub(super) fn is_at(&self, pc: OldPc) -> bool {
        self.positions.binary_search(&pc.0).is_ok()
    }

    /// The new `info` of the `StackMapTable`; `None` where there is none to be.
    pub(super) fn write(
        &self,
        method: &Method<'_>,
        layout: &Layout,
        initial: &Initial<'_>,
        handlers: &CallHandlers<'_>,
        handler_pc: Option<NewPc>,
        (room, pool): (Room, &mut PoolBuilder<'_>),
    ) -> Result<Option<Vec<u8>>, Refusal> {
        if !method.framed_version {
            return Ok(None);
        }
        let own = &method.plan.locals;
        // Frames with our locals say in full what they used to repeat from the start.
        let as_passed = handlers.all.is_empty() && (own.is_empty() || self.positions.is_empty());
        let passed = if as_passed {
            initial.locals.clone()
        } else {
            initial.resolved(pool)?
        };
        let more = layout.trampolines.all.len() + handlers.all.len() + 1;
        let moving = Moving {
            method,
            layout,
            passed: &passed,
            room,
        };
        let mut writer = FrameWriter::new(&passed, self.positions.len() + more);
        if let Some(info) = self.table {
            moving.write_old(info, &initial.locals, &mut writer)?;
        }
        let caught = [VerificationType::Object(method.plan.throwable)];
        let mut last = None;
        for handler in &handlers.all {
            if last.is_some_and(|last| Rc::ptr_eq(last, &handler.locals)) {
                writer.push_same(handler.pc.0, &caught)?;
            } else {
                let locals = moving.mapped(&handler.locals)?;
                writer.push(handler.pc.0, 0, &locals, &caught)?;
            }
            last = Some(&handler.locals);
            room.holds(writer.len())?;
        }
        if let Some(pc) = handler_pc {
            let mut locals = vec![VerificationType::Top; usize::from(method.code.max_locals)];
            locals.extend_from_slice(own);
            while locals.last() == Some(&VerificationType::Top) {
                locals.pop();
            }
            writer.push(pc.0, 0, &locals, &caught)?;
        }
        if writer.is_empty() && self.table.is_none() {
            return Ok(None);
        }
        Ok(Some(writer.finish()?))
    }
}

/// What is needed to move frames.
struct Moving<'m, 'p> {
    method: &'m Method<'p>,
    layout: &'m Layout,
    /// The initial locals.
    passed: &'m [VerificationType],
    room: Room,
}

/// The types of a frame, moved, with our locals.
struct Moved {
    locals: Vec<VerificationType>,
    stack: Vec<VerificationType>,
}

impl Moving<'_, '_> {
    /// Writes the frames of the old table and those of the trampolines, which lie among them.
    fn write_old(
        &self,
        info: &[u8],
        initial: &[VerificationType],
        writer: &mut FrameWriter,
    ) -> Result<(), Refusal> {
        let trampolines = self.at_trampolines(info, initial)?;
        let mut trampolines = trampolines.iter().peekable();
        let mut reader = FrameReader::new(info, initial)?;
        // Behind an old frame another one says only what it changes. Not even our locals are in the initial ones.
        let (mut behind_old, mut kept_of_old) = (false, true);
        while reader.advance()? {
            let pc = self.layout.before(OldPc(reader.pc()), "frame")?;
            while let Some((at, frame)) = trampolines.next_if(|(at, _)| **at < pc) {
                writer.push(at.0, 0, &frame.locals, &frame.stack)?;
                self.room.holds(writer.len())?;
                (behind_old, kept_of_old) = (false, false);
            }
            let stack = self.mapped(reader.stack())?;
            let (kept, kept_slots) = reader.kept();
            let is_same = kept == reader.locals().len() && kept_slots == reader.slots_before();
            if behind_old && is_same {
                writer.push_same(pc.0, &stack)?;
            } else {
                let kept = if kept_of_old { kept } else { 0 };
                writer.push(pc.0, kept, &self.locals(&reader, kept)?, &stack)?;
            }
            (behind_old, kept_of_old) = (true, true);
            self.room.holds(writer.len())?;
        }
        for (at, frame) in trampolines {
            writer.push(at.0, 0, &frame.locals, &frame.stack)?;
            self.room.holds(writer.len())?;
        }
        Ok(())
    }

    /// The frames of the trampolines, which are those of their targets.
    fn at_trampolines(
        &self,
        info: &[u8],
        initial: &[VerificationType],
    ) -> Result<BTreeMap<NewPc, Rc<Moved>>, Refusal> {
        let mut frames = BTreeMap::new();
        let mut by_target: BTreeMap<u32, Vec<NewPc>> = BTreeMap::new();
        for trampoline in &self.layout.trampolines.all {
            let target = self.method.instructions[trampoline.target].pc;
            by_target.entry(target.0).or_default().push(trampoline.pc);
        }
        if by_target.is_empty() {
            return Ok(frames);
        }
        let mut reader = FrameReader::new(info, initial)?;
        let mut count = 0;
        while reader.advance()? {
            let Some(trampolines) = by_target.get(&reader.pc()) else {
                continue;
            };
            let moved = Rc::new(Moved {
                locals: self.locals(&reader, 0)?,
                stack: self.mapped(reader.stack())?,
            });
            count += moved.locals.len();
            self.room.holds(count)?;
            frames.extend(trampolines.iter().map(|&at| (at, Rc::clone(&moved))));
        }
        Ok(frames)
    }

    /// The locals of an old frame, from the one with this index on, moved, and then ours.
    fn locals(
        &self,
        frame: &FrameReader<'_>,
        from: usize,
    ) -> Result<Vec<VerificationType>, Refusal> {
        let own = &self.method.plan.locals;
        let mut locals = self.mapped(frame.locals().get(from..).unwrap_or_default())?;
        if !own.is_empty() {
            let missing = u32::from(self.method.code.max_locals).checked_sub(frame.slots());
            let padding = missing.ok_or(ClassError::Malformed(
                "a frame with more locals than max_locals",
            ))?;
            locals.resize(locals.len() + padding as usize, VerificationType::Top);
            locals.extend_from_slice(own);
        }
        Ok(locals)
    }

    /// Types with the positions in them moved, and with the classes of what was passed.
    fn mapped(&self, types: &[VerificationType]) -> Result<Vec<VerificationType>, ClassError> {
        let mut moved = Vec::with_capacity(types.len());
        for &kind in types {
            moved.push(match kind {
                VerificationType::Uninitialized(at) => {
                    let at = self.layout.at(OldPc(at), "uninitialized offset")?;
                    VerificationType::Uninitialized(at.0)
                }
                VerificationType::Passed(index) => {
                    let passed = self.passed.get(usize::from(index));
                    passed.copied().unwrap_or(kind)
                }
                other => other,
            });
        }
        Ok(moved)
    }
}

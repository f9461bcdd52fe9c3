//! `StackMapTable` (JVMS §4.7.4): the delta form of the file to absolute frames and back.

use smallvec::SmallVec;

use crate::names::Kind;

use super::super::cursor::{ClassError, Cursor};

/// A verification type. `long` and `double` stand once, for two slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VerificationType {
    /// Unusable.
    Top,
    /// `int` and the types that live as one.
    Integer,
    /// `float`.
    Float,
    /// `double`, two slots.
    Double,
    /// `long`, two slots.
    Long,
    /// The type of `null`.
    Null,
    /// `this` of a constructor before `super()`.
    UninitializedThis,
    /// A reference; the constant pool index of its class.
    Object(u16),
    /// What the `new` at this position made, before its constructor returned.
    Uninitialized(u32),
    /// The reference that was passed in as this local (an index into [`initial_locals`], not a slot): an `Object` whose
    /// class the descriptor names. Only frames that repeat the first ones have it; it cannot be written out.
    Passed(u16),
}

impl VerificationType {
    /// How many slots it takes.
    pub fn slots(self) -> u16 {
        if matches!(self, Self::Long | Self::Double) {
            2
        } else {
            1
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, ClassError> {
        Ok(match cursor.u1()? {
            0 => Self::Top,
            1 => Self::Integer,
            2 => Self::Float,
            3 => Self::Double,
            4 => Self::Long,
            5 => Self::Null,
            6 => Self::UninitializedThis,
            7 => Self::Object(cursor.u2()?),
            8 => Self::Uninitialized(u32::from(cursor.u2()?)),
            _ => return Err(ClassError::Malformed("an unknown verification_type tag")),
        })
    }

    fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Top => out.push(0),
            Self::Integer => out.push(1),
            Self::Float => out.push(2),
            Self::Double => out.push(3),
            Self::Long => out.push(4),
            Self::Null => out.push(5),
            Self::UninitializedThis => out.push(6),
            Self::Object(class) => {
                out.push(7);
                out.extend(class.to_be_bytes());
            }
            Self::Passed(_) => debug_assert!(false, "resolved before it is written out"),
            Self::Uninitialized(pc) => {
                out.push(8);
                out.extend(u16::try_from(pc).unwrap_or(u16::MAX).to_be_bytes());
            }
        }
    }

    /// The type of a value of `kind`, a reference being `class`.
    pub fn of(kind: Kind, class: u16) -> Self {
        match kind {
            Kind::Int(_) => Self::Integer,
            Kind::Long => Self::Long,
            Kind::Float => Self::Float,
            Kind::Double => Self::Double,
            Kind::Reference => Self::Object(class),
        }
    }
}

/// The types at one position, absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The position, in the code it belongs to.
    pub pc: u32,
    /// The local variables, from slot 0.
    pub locals: Locals,
    /// The operand stack, from the bottom.
    pub stack: Stack,
}

/// The local variables of a frame; those of most methods need no memory of their own.
pub type Locals = SmallVec<[VerificationType; 10]>;

/// The operand stack of a frame, which is hardly ever deeper.
pub type Stack = SmallVec<[VerificationType; 2]>;

/// The locals of the frame before the first instruction of a method that is called with values of these kinds, references as
/// [`VerificationType::Passed`]; the first of a constructor is not initialised.
pub fn initial_locals(
    kinds: impl IntoIterator<Item = Kind>,
    is_constructor: bool,
) -> Vec<VerificationType> {
    let passed = (0..=u16::MAX).zip(kinds);
    let mut locals: Vec<VerificationType> = passed
        .map(|(index, kind)| match kind {
            Kind::Reference => VerificationType::Passed(index),
            other => VerificationType::of(other, 0),
        })
        .collect();
    if let Some(this) = locals.first_mut().filter(|_| is_constructor) {
        *this = VerificationType::UninitializedThis;
    }
    locals
}

/// Reads the `info` of a `StackMapTable`, one frame after the other. The locals are those of the frame before with what the
/// frame changes: a table of 20,000 frames may repeat 65,535 of them.
#[derive(Debug, Clone)]
pub struct FrameReader<'i> {
    cursor: Cursor<'i>,
    /// Frames that follow.
    left: u16,
    next_pc: u32,
    pc: u32,
    locals: Locals,
    /// Slots of `locals`, and of the locals of the frame before.
    slots: u32,
    slots_before: u32,
    kept: usize,
    kept_slots: u32,
    stack: Stack,
}

impl<'i> FrameReader<'i> {
    /// A reader in front of the first frame; `initial` are the locals before the first instruction.
    ///
    /// # Errors
    /// Truncation.
    pub fn new(info: &'i [u8], initial: &[VerificationType]) -> Result<Self, ClassError> {
        let mut cursor = Cursor::new(info);
        let slots = slots(initial);
        Ok(Self {
            left: cursor.u2()?,
            cursor,
            next_pc: 0,
            pc: 0,
            locals: Locals::from_slice(initial),
            slots,
            slots_before: slots,
            kept: initial.len(),
            kept_slots: slots,
            stack: Stack::new(),
        })
    }

    /// How many frames follow, or as many as there is room for.
    pub fn left(&self) -> usize {
        usize::from(self.left).min(self.cursor.remaining())
    }

    /// The position of the frame.
    pub fn pc(&self) -> u32 {
        self.pc
    }

    /// The local variables, from slot 0.
    pub fn locals(&self) -> &[VerificationType] {
        &self.locals
    }

    /// Slots of the local variables.
    pub fn slots(&self) -> u32 {
        self.slots
    }

    /// Slots of the local variables of the frame before.
    pub fn slots_before(&self) -> u32 {
        self.slots_before
    }

    /// So many of the locals are those of the frame before; and their slots.
    pub fn kept(&self) -> (usize, u32) {
        (self.kept, self.kept_slots)
    }

    /// The operand stack, from the bottom.
    pub fn stack(&self) -> &[VerificationType] {
        &self.stack
    }

    /// Reads the next frame; false behind the last.
    ///
    /// # Errors
    /// Truncation, unknown tags, a `chop` of more locals than there are.
    pub fn advance(&mut self) -> Result<bool, ClassError> {
        let Some(left) = self.left.checked_sub(1) else {
            return if self.cursor.remaining() > 0 {
                Err(ClassError::Malformed("bytes follow the frames"))
            } else {
                Ok(false)
            };
        };
        self.left = left;
        self.stack.clear();
        let cursor = &mut self.cursor;
        let frame_type = cursor.u1()?;
        let (mut kept, mut appended) = (self.locals.len(), 0);
        let delta = match frame_type {
            0..=63 => u16::from(frame_type),
            64..=127 => {
                self.stack.push(VerificationType::read(cursor)?);
                u16::from(frame_type) - 64
            }
            128..=246 => return Err(ClassError::Malformed("a reserved frame_type")),
            247 => {
                let delta = cursor.u2()?;
                self.stack.push(VerificationType::read(cursor)?);
                delta
            }
            248..=250 => {
                let chopped = kept.checked_sub(usize::from(251 - frame_type));
                kept = chopped.ok_or(ClassError::Malformed(
                    "a chop_frame of more locals than there are",
                ))?;
                cursor.u2()?
            }
            251..=254 => {
                appended = u16::from(frame_type - 251);
                cursor.u2()?
            }
            255 => {
                let delta = cursor.u2()?;
                (kept, appended) = (0, cursor.u2()?);
                delta
            }
        };
        self.kept = kept;
        self.slots_before = self.slots;
        self.kept_slots = match kept {
            0 => 0,
            _ => self.slots - slots(self.locals.get(kept..).unwrap_or_default()),
        };
        self.locals.truncate(kept);
        self.slots = self.kept_slots;
        for _ in 0..appended {
            let local = VerificationType::read(cursor)?;
            self.slots += u32::from(local.slots());
            self.locals.push(local);
        }
        if frame_type == 255 {
            for _ in 0..cursor.u2()? {
                self.stack.push(VerificationType::read(cursor)?);
            }
        }
        self.pc = self.next_pc + u32::from(delta);
        self.next_pc = self.pc + 1; // JVMS §4.7.4: every frame but the first is one further than its offset_delta says
        Ok(true)
    }
}

fn slots(locals: &[VerificationType]) -> u32 {
    locals.iter().map(|local| u32::from(local.slots())).sum()
}

/// Writes a `StackMapTable`, one frame after the other, each in the smallest form.
#[derive(Debug)]
pub struct FrameWriter {
    /// `number_of_entries`, which is filled in at the end, and the frames.
    out: Vec<u8>,
    count: usize,
    next_pc: u32,
    /// Of the frame before.
    locals: Vec<VerificationType>,
}

const DO_NOT_FIT: ClassError = ClassError::Malformed("the frames do not fit into a StackMapTable");

impl FrameWriter {
    /// A writer in front of the first frame; `initial` are the locals before the first instruction.
    pub fn new(initial: &[VerificationType], expected: usize) -> Self {
        let mut out = Vec::with_capacity(expected.saturating_mul(8) + 2);
        out.extend([0, 0]);
        Self {
            out,
            count: 0,
            next_pc: 0,
            locals: initial.to_vec(),
        }
    }

    /// True before the first frame.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many bytes were written.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Writes the next frame: the first `kept` locals of the one before, then `tail`.
    ///
    /// # Errors
    /// More than 65,535 locals, two frames at one position, or a position that does not fit.
    pub fn push(
        &mut self,
        pc: u32,
        kept: usize,
        tail: &[VerificationType],
        stack: &[VerificationType],
    ) -> Result<(), ClassError> {
        let fits = |count: usize| u16::try_from(count).map_err(|_| DO_NOT_FIT);
        let delta = pc
            .checked_sub(self.next_pc)
            .and_then(|delta| u16::try_from(delta).ok())
            .ok_or(DO_NOT_FIT)?;
        self.next_pc = pc + 1;
        let old = self.locals.get(kept..).unwrap_or_default();
        let equal = old.iter().zip(tail).take_while(|(old, new)| old == new);
        let common = kept + equal.count();
        let chopped = self.locals.len().saturating_sub(common);
        let appended = tail.get(common - kept..).unwrap_or_default();
        self.locals.truncate(common);
        self.locals.extend_from_slice(appended);
        self.count += 1;
        let out = &mut self.out;
        match (stack, chopped, appended.len()) {
            ([], 0, 0) => match u8::try_from(delta) {
                Ok(small @ 0..=63) => out.push(small),
                _ => put(out, 251, delta),
            },
            (&[only], 0, 0) => {
                match u8::try_from(delta) {
                    Ok(small @ 0..=63) => out.push(64 + small),
                    _ => put(out, 247, delta),
                }
                only.write(out);
            }
            ([], count @ 1..=3, 0) => put(out, 251 - u8::try_from(count).unwrap_or(3), delta),
            ([], 0, count @ 1..=3) => {
                put(out, 251 + u8::try_from(count).unwrap_or(3), delta);
                appended.iter().for_each(|local| local.write(out));
            }
            (stack, ..) => {
                put(out, 255, delta);
                out.extend(fits(self.locals.len())?.to_be_bytes());
                self.locals.iter().for_each(|local| local.write(out));
                out.extend(fits(stack.len())?.to_be_bytes());
                stack.iter().for_each(|item| item.write(out));
            }
        }
        Ok(())
    }

    /// Writes the next frame, with the locals of the one before.
    ///
    /// # Errors
    /// As [`FrameWriter::push`].
    pub fn push_same(&mut self, pc: u32, stack: &[VerificationType]) -> Result<(), ClassError> {
        self.push(pc, self.locals.len(), &[], stack)
    }

    /// The table.
    ///
    /// # Errors
    /// More than 65,535 frames.
    pub fn finish(mut self) -> Result<Vec<u8>, ClassError> {
        let count = u16::try_from(self.count).map_err(|_| DO_NOT_FIT)?;
        for (place, byte) in self.out.iter_mut().zip(count.to_be_bytes()) {
            *place = byte;
        }
        Ok(self.out)
    }
}

/// Encodes a few frames, sorted by position, each in the smallest form.
///
/// # Errors
/// As [`FrameWriter::push`].
pub fn encode_frames(
    frames: &[Frame],
    initial: &[VerificationType],
) -> Result<Vec<u8>, ClassError> {
    let mut writer = FrameWriter::new(initial, frames.len());
    for frame in frames {
        writer.push(frame.pc, 0, &frame.locals, &frame.stack)?;
    }
    writer.finish()
}

fn put(out: &mut Vec<u8>, frame_type: u8, delta: u16) {
    out.push(frame_type);
    out.extend(delta.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use VerificationType::{Integer, Long, Object, Passed, Top};

    fn decode(info: &[u8], initial: &[VerificationType]) -> Vec<Frame> {
        let mut reader = FrameReader::new(info, initial).unwrap();
        let mut frames = Vec::new();
        while reader.advance().unwrap() {
            frames.push(frame(reader.pc(), reader.locals(), reader.stack()));
            assert_eq!(reader.slots(), slots(reader.locals()));
            let (kept, kept_slots) = reader.kept();
            assert_eq!(kept_slots, slots(&reader.locals()[..kept]));
        }
        frames
    }

    fn frame(pc: u32, locals: &[VerificationType], stack: &[VerificationType]) -> Frame {
        Frame {
            pc,
            locals: locals.into(),
            stack: stack.into(),
        }
    }

    #[test]
    fn each_form_of_frame_is_chosen_where_it_fits_and_read_back() {
        let initial = [Passed(0), Integer];
        let frames = [
            frame(0, &initial, &[]),          // same_frame, at the very start
            frame(1, &initial, &[Object(9)]), // same_locals_1_stack_item_frame
            frame(300, &initial, &[]),        // same_frame_extended
            frame(600, &initial, &[Long]),    // same_locals_1_stack_item_frame_extended
            frame(601, &[Passed(0), Integer, Long, Top, Integer], &[]), // append_frame of three
            frame(602, &[Passed(0), Integer], &[]), // chop_frame of three
            frame(603, &[Passed(0)], &[]),    // chop_frame of one
            frame(604, &[Integer], &[]),      // full_frame: another type
            frame(605, &[Integer], &[Integer, Integer]), // full_frame: two on the stack
            frame(606, &[Integer, Top, Top, Top, Top], &[]), // full_frame: four more
        ];
        let encoded = encode_frames(&frames, &initial).unwrap();
        assert_eq!(decode(&encoded, &initial), frames);
        let types = [0, 64, 251, 247, 254, 248, 250, 255, 255, 255];
        assert_eq!(encoded[2], types[0]);
        assert_eq!(encoded[3], types[1]);
        assert_eq!(encoded[7], types[2]);
        assert_eq!(encoded[10], types[3]);
        assert_eq!(encoded[14], types[4]);
    }

    #[test]
    fn two_frames_at_one_position_are_refused() {
        let frames = [frame(4, &[], &[]), frame(4, &[], &[])];
        assert!(encode_frames(&frames, &[]).is_err());
    }
}

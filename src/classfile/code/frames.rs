//! `StackMapTable` (JVMS §4.7.4): the delta form of the file to absolute frames and back.

use smallvec::SmallVec;

use crate::names::{Kind, MethodDescriptor};

use super::super::cursor::{ClassError, Cursor};

/// A verification type. `long` and `double` stand once, for two slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// The locals of the frame before the first instruction, references as [`VerificationType::Passed`].
pub fn initial_locals(
    descriptor: &MethodDescriptor<'_>,
    is_static: bool,
    is_constructor: bool,
) -> Vec<VerificationType> {
    let receiver = (!is_static).then_some(Kind::Reference);
    let kinds = receiver
        .into_iter()
        .chain(descriptor.parameters.iter().map(|&(kind, _)| kind));
    let mut locals: Vec<VerificationType> = (0..)
        .zip(kinds)
        .map(|(index, kind)| match kind {
            Kind::Reference => VerificationType::Passed(index),
            other => VerificationType::of(other, 0),
        })
        .collect();
    if let (true, false, Some(this)) = (is_constructor, is_static, locals.first_mut()) {
        *this = VerificationType::UninitializedThis;
    }
    locals
}

/// Decodes the `info` of a `StackMapTable`.
///
/// # Errors
/// Truncation, unknown tags, a `chop` of more locals than there are.
pub fn decode_frames(info: &[u8], initial: &[VerificationType]) -> Result<Vec<Frame>, ClassError> {
    let mut cursor = Cursor::new(info);
    let count = cursor.u2()?;
    let mut frames = Vec::with_capacity(usize::from(count).min(cursor.remaining()));
    let mut locals = Locals::from_slice(initial);
    let mut next_pc = 0;
    for _ in 0..count {
        let frame_type = cursor.u1()?;
        let mut stack = Stack::new();
        let delta = match frame_type {
            0..=63 => u32::from(frame_type),
            64..=127 => {
                stack.push(VerificationType::read(&mut cursor)?);
                u32::from(frame_type) - 64
            }
            128..=246 => return Err(ClassError::Malformed("a reserved frame_type")),
            247 => {
                let delta = cursor.u2()?;
                stack.push(VerificationType::read(&mut cursor)?);
                u32::from(delta)
            }
            248..=250 => {
                let delta = cursor.u2()?;
                let kept = locals.len().checked_sub(usize::from(251 - frame_type));
                locals.truncate(kept.ok_or(ClassError::Malformed(
                    "a chop_frame of more locals than there are",
                ))?);
                u32::from(delta)
            }
            251..=254 => {
                let delta = cursor.u2()?;
                for _ in 251..frame_type {
                    locals.push(VerificationType::read(&mut cursor)?);
                }
                u32::from(delta)
            }
            255 => {
                let delta = cursor.u2()?;
                locals.clear();
                for _ in 0..cursor.u2()? {
                    locals.push(VerificationType::read(&mut cursor)?);
                }
                for _ in 0..cursor.u2()? {
                    stack.push(VerificationType::read(&mut cursor)?);
                }
                u32::from(delta)
            }
        };
        let pc = next_pc + delta;
        next_pc = pc + 1; // JVMS §4.7.4: every frame but the first is one further than its offset_delta says
        frames.push(Frame {
            pc,
            locals: locals.clone(),
            stack,
        });
    }
    if cursor.remaining() > 0 {
        return Err(ClassError::Malformed("bytes follow the frames"));
    }
    Ok(frames)
}

/// Encodes frames, sorted by position, each in the smallest form.
///
/// # Errors
/// More than 65,535 frames or locals, two frames at one position, or a position that does not fit.
pub fn encode_frames(
    frames: &[Frame],
    initial: &[VerificationType],
) -> Result<Vec<u8>, ClassError> {
    const TOO_LARGE: ClassError =
        ClassError::Malformed("the frames do not fit into a StackMapTable");
    let fits = |count: usize| u16::try_from(count).map_err(|_| TOO_LARGE);
    let mut out = Vec::with_capacity(frames.len() * 8 + 2);
    out.extend(fits(frames.len())?.to_be_bytes());
    let mut previous = initial;
    let mut next_pc = 0;
    for frame in frames {
        let delta = frame
            .pc
            .checked_sub(next_pc)
            .and_then(|delta| u16::try_from(delta).ok())
            .ok_or(TOO_LARGE)?;
        next_pc = frame.pc + 1;
        let locals = frame.locals.as_slice();
        let common = previous
            .iter()
            .zip(locals)
            .take_while(|(old, new)| old == new)
            .count();
        let (chopped, appended) = (
            previous.len() - common,
            locals.get(common..).unwrap_or_default(),
        );
        match (frame.stack.as_slice(), chopped, appended.len()) {
            ([], 0, 0) => match u8::try_from(delta) {
                Ok(small @ 0..=63) => out.push(small),
                _ => put(&mut out, 251, delta),
            },
            (&[only], 0, 0) => {
                match u8::try_from(delta) {
                    Ok(small @ 0..=63) => out.push(64 + small),
                    _ => put(&mut out, 247, delta),
                }
                only.write(&mut out);
            }
            ([], count @ 1..=3, 0) => put(&mut out, 251 - u8::try_from(count).unwrap_or(3), delta),
            ([], 0, count @ 1..=3) => {
                put(&mut out, 251 + u8::try_from(count).unwrap_or(3), delta);
                appended.iter().for_each(|local| local.write(&mut out));
            }
            (stack, ..) => {
                put(&mut out, 255, delta);
                out.extend(fits(locals.len())?.to_be_bytes());
                locals.iter().for_each(|local| local.write(&mut out));
                out.extend(fits(stack.len())?.to_be_bytes());
                stack.iter().for_each(|item| item.write(&mut out));
            }
        }
        previous = locals;
    }
    Ok(out)
}

fn put(out: &mut Vec<u8>, frame_type: u8, delta: u16) {
    out.push(frame_type);
    out.extend(delta.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use VerificationType::{Integer, Long, Object, Passed, Top};

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
        assert_eq!(decode_frames(&encoded, &initial).unwrap(), frames);
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

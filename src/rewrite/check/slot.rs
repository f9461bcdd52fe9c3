//! What a slot holds, as far as it is known without the class hierarchy.

use crate::classfile::code::opcode::{op, row};
use crate::classfile::code::{Frame, Instruction, Slots, VerificationType};
use crate::classfile::{ClassError, Constant, ConstantPool};
use crate::names::{Kind, MethodDescriptor, field_type};

/// One slot of the locals or the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Top,
    Int,
    Float,
    Long,
    Double,
    /// The second slot of a `long` or `double`.
    Second,
    Null,
    Reference,
    UninitializedThis,
    /// Made by the `new` at this position.
    New(u32),
    /// What `jsr` pushes.
    ReturnAddress,
}

impl Slot {
    fn of(one: VerificationType) -> Self {
        match one {
            VerificationType::Top => Self::Top,
            VerificationType::Integer => Self::Int,
            VerificationType::Float => Self::Float,
            VerificationType::Double => Self::Double,
            VerificationType::Long => Self::Long,
            VerificationType::Null => Self::Null,
            VerificationType::UninitializedThis => Self::UninitializedThis,
            VerificationType::Object(_) | VerificationType::Passed(_) => Self::Reference,
            VerificationType::Uninitialized(pc) => Self::New(pc),
        }
    }

    /// The slots of these types.
    pub(super) fn expand(types: &[VerificationType]) -> Vec<Self> {
        let mut slots = Vec::with_capacity(types.len());
        for &one in types {
            slots.push(Self::of(one));
            slots.extend((one.slots() == 2).then_some(Self::Second));
        }
        slots
    }

    /// The slots of a value of this kind.
    pub(super) fn of_kind(kind: Kind) -> Vec<Self> {
        match kind {
            Kind::Int(_) => vec![Self::Int],
            Kind::Float => vec![Self::Float],
            Kind::Long => vec![Self::Long, Self::Second],
            Kind::Double => vec![Self::Double, Self::Second],
            Kind::Reference => vec![Self::Reference],
        }
    }

    fn is_reference(self) -> bool {
        use Slot::{New, Null, Reference, UninitializedThis};
        matches!(self, Null | Reference | UninitializedThis | New(_))
    }

    /// True where a frame may have `to` for what is `self` (JVMS §4.10.1.2).
    fn fits(self, to: Self) -> bool {
        self == to || to == Self::Top || (self == Self::Null && to == Self::Reference)
    }

    /// True for what an instruction takes whose mnemonic begins with this letter.
    pub(super) fn is_for(self, letter: u8) -> bool {
        match letter {
            b'i' => self == Self::Int,
            b'l' => self == Self::Long,
            b'f' => self == Self::Float,
            b'd' => self == Self::Double,
            b'a' => self.is_reference() || self == Self::ReturnAddress,
            _ => true,
        }
    }
}

/// The slots of a frame in a method with so many locals.
pub(super) fn of_frame(frame: &Frame, max_locals: u16) -> Slots<Slot> {
    let mut locals = Slot::expand(&frame.locals);
    locals.resize(usize::from(max_locals).max(locals.len()), Slot::Top);
    Slots {
        locals,
        stack: Slot::expand(&frame.stack),
    }
}

/// True where these locals may come to a frame with those.
pub(super) fn locals_fit(from: &[Slot], to: &[Slot]) -> bool {
    let has_this = |slots: &[Slot]| slots.contains(&Slot::UninitializedThis);
    from.len() == to.len()
        && from.iter().zip(to).all(|(from, to)| from.fits(*to))
        // Whoever has not called `super()` has to say so (JVMS §4.10.1.4, flagThisUninit).
        && (!has_this(from) || has_this(to))
}

/// True where this stack may come to a frame with that.
pub(super) fn stack_fits(from: &[Slot], to: &[Slot]) -> bool {
    from.len() == to.len() && from.iter().zip(to).all(|(from, to)| from.fits(*to))
}

/// What an instruction puts onto the stack, which takes so many slots.
pub(super) fn result(
    instruction: &Instruction,
    code: &[u8],
    pool: &ConstantPool<'_>,
    slots: usize,
) -> Result<Vec<Slot>, ClassError> {
    let index = instruction.pool_index(code);
    Ok(match instruction.opcode {
        _ if slots == 0 => vec![],
        op::aconst_null => vec![Slot::Null],
        op::new => vec![Slot::New(instruction.pc.0)],
        op::jsr | op::jsr_w => vec![Slot::ReturnAddress],
        op::ldc | op::ldc_w | op::ldc2_w => {
            let short = code.get(instruction.pc.0 as usize + 1).copied();
            let index = match instruction.opcode {
                op::ldc => u16::from(short.unwrap_or_default()),
                _ => index,
            };
            match pool.get(index)? {
                Constant::Integer(_) => vec![Slot::Int],
                Constant::Float(_) => vec![Slot::Float],
                Constant::Long(_) => vec![Slot::Long, Slot::Second],
                Constant::Double(_) => vec![Slot::Double, Slot::Second],
                Constant::Dynamic(..) => field(&pool.dynamic(index)?.1.decode())?,
                _ => vec![Slot::Reference],
            }
        }
        op::getstatic | op::getfield => field(&pool.member(index)?.2.decode())?,
        op::invokevirtual | op::invokespecial | op::invokestatic | op::invokeinterface => {
            returned(&pool.member(index)?.2.decode())?
        }
        op::invokedynamic => returned(&pool.dynamic(index)?.1.decode())?,
        op::checkcast | op::newarray | op::anewarray | op::multianewarray | op::aaload => {
            vec![Slot::Reference]
        }
        op::arraylength | op::instanceof => vec![Slot::Int],
        opcode => {
            // `ladd`, `d2f`, `lcmp`: the letter says it, behind a `2` the one there.
            let name = row(opcode).name.as_bytes();
            let letter = match name {
                [_, b'2', to, ..] => *to,
                [_, b'c', b'm', b'p', ..] | [] => b'i',
                [first, ..] => *first,
            };
            match letter {
                b'l' => vec![Slot::Long, Slot::Second],
                b'd' => vec![Slot::Double, Slot::Second],
                b'f' => vec![Slot::Float],
                _ => vec![Slot::Int],
            }
        }
    })
}

fn field(descriptor: &str) -> Result<Vec<Slot>, ClassError> {
    let ((kind, _), _) =
        field_type(descriptor).ok_or_else(|| ClassError::BadDescriptor(descriptor.to_owned()))?;
    Ok(Slot::of_kind(kind))
}

fn returned(descriptor: &str) -> Result<Vec<Slot>, ClassError> {
    let parsed = MethodDescriptor::parse(descriptor)?;
    Ok(parsed
        .returns
        .map_or_else(Vec::new, |(kind, _)| Slot::of_kind(kind)))
}

//! What a slot holds, as far as it is known without the class hierarchy.

use smallvec::smallvec;

use crate::classfile::code::opcode::{op, row};
use crate::classfile::code::{Instruction, Values, VerificationType};
use crate::classfile::{ClassError, Constant, ConstantPool};
use crate::names::{BadDescriptor, Kind, MethodDescriptor, field_type};

/// One slot of the locals or the stack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Slot {
    #[default]
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
    pub(super) fn of_kind(kind: Kind) -> Values<Self> {
        match kind {
            Kind::Int(_) => smallvec![Self::Int],
            Kind::Float => smallvec![Self::Float],
            Kind::Long => smallvec![Self::Long, Self::Second],
            Kind::Double => smallvec![Self::Double, Self::Second],
            Kind::Reference => smallvec![Self::Reference],
        }
    }

    fn is_reference(self) -> bool {
        use Slot::{New, Null, Reference, UninitializedThis};
        matches!(self, Null | Reference | UninitializedThis | New(_))
    }

    /// True where a frame may have `to` for what is `self` (JVMS §4.10.1.2).
    pub(super) fn fits(self, to: Self) -> bool {
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

/// What an instruction puts onto the stack, which takes so many slots.
pub(super) fn result(
    instruction: &Instruction,
    code: &[u8],
    pool: &ConstantPool<'_>,
    slots: usize,
) -> Result<Values<Slot>, ClassError> {
    let index = instruction.pool_index(code);
    Ok(match instruction.opcode {
        _ if slots == 0 => smallvec![],
        op::aconst_null => smallvec![Slot::Null],
        op::new => smallvec![Slot::New(instruction.pc.0)],
        op::jsr | op::jsr_w => smallvec![Slot::ReturnAddress],
        op::ldc | op::ldc_w | op::ldc2_w => {
            let short = code.get(instruction.pc.0 as usize + 1).copied();
            let index = match instruction.opcode {
                op::ldc => u16::from(short.unwrap_or_default()),
                _ => index,
            };
            match pool.get(index)? {
                Constant::Integer(_) => smallvec![Slot::Int],
                Constant::Float(_) => smallvec![Slot::Float],
                Constant::Long(_) => smallvec![Slot::Long, Slot::Second],
                Constant::Double(_) => smallvec![Slot::Double, Slot::Second],
                Constant::Dynamic(..) => field(&pool.dynamic(index)?.1.decode())?,
                _ => smallvec![Slot::Reference],
            }
        }
        op::getstatic | op::getfield => field(&pool.member(index)?.2.decode())?,
        op::invokevirtual | op::invokespecial | op::invokestatic | op::invokeinterface => {
            returned(&pool.member(index)?.2.decode())?
        }
        op::invokedynamic => returned(&pool.dynamic(index)?.1.decode())?,
        op::checkcast | op::newarray | op::anewarray | op::multianewarray | op::aaload => {
            smallvec![Slot::Reference]
        }
        op::arraylength | op::instanceof => smallvec![Slot::Int],
        opcode => {
            // `ladd`, `d2f`, `lcmp`: the letter says it, behind a `2` the one there.
            let name = row(opcode).name.as_bytes();
            let letter = match name {
                [_, b'2', to, ..] => *to,
                [_, b'c', b'm', b'p', ..] | [] => b'i',
                [first, ..] => *first,
            };
            match letter {
                b'l' => smallvec![Slot::Long, Slot::Second],
                b'd' => smallvec![Slot::Double, Slot::Second],
                b'f' => smallvec![Slot::Float],
                _ => smallvec![Slot::Int],
            }
        }
    })
}

fn field(descriptor: &str) -> Result<Values<Slot>, ClassError> {
    let ((kind, _), _) = field_type(descriptor).ok_or_else(|| BadDescriptor::of(descriptor))?;
    Ok(Slot::of_kind(kind))
}

fn returned(descriptor: &str) -> Result<Values<Slot>, ClassError> {
    let parsed = MethodDescriptor::parse(descriptor)?;
    Ok(parsed
        .returns
        .map_or_else(Values::new, |(kind, _)| Slot::of_kind(kind)))
}

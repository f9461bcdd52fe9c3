//! The types that local variables and operand stack hold before an instruction.
//!
//! Every block that is jumped to begins with a frame (JVMS §4.10.1.6), and inside a block the types follow from the
//! instructions and the descriptors that they name. So nothing is merged, and no other class is needed.
//!
//! Below version 50 there are no frames: a jump hands on what it finds, and what comes first to a place counts. That is
//! enough to tell which `new` made a value, and no frame has to be written there.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::super::attribute::STACK_MAP_TABLE;
use super::super::constant::Constant;
use super::super::cursor::ClassError;
use super::super::mutf8::Mutf8;
use super::super::pool::{ConstantPool, PoolBuilder, PoolError};
use super::opcode::{ends_flow, op};
use super::slots::calls_constructor;
use super::{
    Code, Frame, Initial, Instruction, OldPc, Operands, Slots, VerificationType, decode_frames,
};

/// What a slot holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type<'a> {
    /// A type that needs no constant: never `Object` and never `Passed`.
    Plain(VerificationType),
    /// A reference to this class, an internal name, or array, a descriptor; in modified UTF-8.
    Class(Cow<'a, [u8]>),
    /// The second slot of a `long` or `double`.
    Second,
}

impl Type<'_> {
    fn into_owned(self) -> Type<'static> {
        match self {
            Self::Plain(plain) => Type::Plain(plain),
            Self::Class(name) => Type::Class(Cow::Owned(name.into_owned())),
            Self::Second => Type::Second,
        }
    }
}

impl Slots<Type<'_>> {
    /// The locals as a frame has them, classes in the pool.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn frame_locals(
        &self,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<Vec<VerificationType>, PoolError> {
        let mut types = Vec::with_capacity(self.locals.len());
        let mut locals = self.locals.iter().peekable();
        while let Some(local) = locals.next() {
            types.push(match local {
                Type::Plain(wide) if wide.slots() == 2 => {
                    match locals.next_if(|next| **next == Type::Second) {
                        Some(_) => *wide,
                        None => VerificationType::Top, // its second half was overwritten
                    }
                }
                Type::Plain(plain) => *plain,
                Type::Class(name) => VerificationType::Object(pool.class_bytes(name)?),
                Type::Second => VerificationType::Top,
            });
        }
        Ok(types)
    }
}

/// The types before the instructions whose indices are in `wanted`, sorted. One that cannot be known is left out: dead
/// code, or code that no verifier would accept. `framed`: the class version has frames.
///
/// # Errors
/// A `StackMapTable` that cannot be read.
pub fn types_before<'a>(
    code: &Code<'a>,
    instructions: &[Instruction],
    pool: &ConstantPool<'a>,
    initial: &Initial<'a>,
    framed: bool,
    wanted: &[usize],
) -> Result<BTreeMap<usize, Slots<Type<'a>>>, ClassError> {
    let mut found = BTreeMap::new();
    let end = wanted.last().map_or(0, |last| last + 1);
    let first = instructions.get(..end).unwrap_or(instructions);
    each_type(code, first, pool, initial, framed, |index, types| {
        if wanted.binary_search(&index).is_ok() {
            found.insert(index, types.clone());
        }
    })?;
    Ok(found)
}

/// Shows the types before each of `instructions`, the first of the code, with its index. Those that cannot be known are
/// passed over, as by [`types_before`].
///
/// # Errors
/// A `StackMapTable` that cannot be read.
pub fn each_type<'a>(
    code: &Code<'a>,
    instructions: &[Instruction],
    pool: &ConstantPool<'a>,
    initial: &Initial<'a>,
    framed: bool,
    mut show: impl FnMut(usize, &Slots<Type<'a>>),
) -> Result<(), ClassError> {
    let table = code
        .attributes
        .iter()
        .find(|attribute| framed && attribute.name.0 == STACK_MAP_TABLE);
    let frames = match table {
        Some(table) => decode_frames(table.info, &initial.locals)?,
        None => Vec::new(),
    };
    let walk = Walk {
        code,
        pool,
        initial,
    };
    let mut handed_on = BTreeMap::new();
    if !framed {
        let caught = Slots {
            locals: vec![TOP; usize::from(code.max_locals)],
            stack: vec![Type::Class(Cow::Borrowed(b"java/lang/Throwable"))],
        };
        let handlers = code.exception_table.iter();
        handed_on.extend(handlers.map(|row| (row.handler_pc, caught.clone())));
    }
    let mut state = Some(walk.slots(&initial.locals, &[])?);
    let mut frames = frames.iter().peekable();
    for (index, instruction) in instructions.iter().enumerate() {
        while let Some(frame) = frames.next_if(|frame| frame.pc <= instruction.pc.0) {
            state = Some(walk.frame(frame)?);
        }
        state = state.or_else(|| handed_on.remove(&instruction.pc));
        let Some(mut types) = state.take() else {
            continue;
        };
        show(index, &types);
        if walk.step(instruction, &mut types).is_err() {
            continue;
        }
        if !framed {
            for target in forward_targets(instruction, code.bytes)? {
                handed_on.entry(target).or_insert_with(|| types.clone());
            }
            if matches!(instruction.opcode, op::jsr | op::jsr_w) {
                types.stack.pop(); // the subroutine comes back with its return address taken off
            }
        }
        if !ends_flow(instruction.plain_opcode(code.bytes)) {
            state = Some(types);
        }
    }
    Ok(())
}

const TOP: Type<'static> = Type::Plain(VerificationType::Top);

fn forward_targets(instruction: &Instruction, code: &[u8]) -> Result<Vec<OldPc>, ClassError> {
    let targets = match instruction.operands(code)? {
        Operands::Plain => vec![],
        Operands::Branch(target) => vec![target],
        Operands::Switch(switch) => switch.targets().collect(),
    };
    let forward = targets.into_iter().filter(|&pc| pc > instruction.pc);
    Ok(forward.collect())
}

struct Walk<'w, 'a> {
    code: &'w Code<'a>,
    pool: &'w ConstantPool<'a>,
    initial: &'w Initial<'a>,
}

impl<'a> Walk<'_, 'a> {
    fn frame(&self, frame: &Frame) -> Result<Slots<Type<'a>>, ClassError> {
        self.slots(&frame.locals, &frame.stack)
    }

    fn slots(
        &self,
        locals: &[VerificationType],
        stack: &[VerificationType],
    ) -> Result<Slots<Type<'a>>, ClassError> {
        let expand = |types: &[VerificationType]| {
            let mut slots = Vec::with_capacity(types.len());
            for &one in types {
                slots.push(self.of_frame(one)?);
                slots.extend((one.slots() == 2).then_some(Type::Second));
            }
            Ok::<_, ClassError>(slots)
        };
        let mut locals = expand(locals)?;
        locals.resize(usize::from(self.code.max_locals), TOP);
        Ok(Slots {
            locals,
            stack: expand(stack)?,
        })
    }

    fn of_frame(&self, one: VerificationType) -> Result<Type<'a>, ClassError> {
        Ok(match one {
            VerificationType::Object(index) => self.class(index)?,
            VerificationType::Passed(index) => {
                let name = self.initial.classes.get(usize::from(index));
                let name = name.map(|name| Mutf8::encode(name).into_owned());
                Type::Class(Cow::Owned(name.unwrap_or_default()))
            }
            plain => Type::Plain(plain),
        })
    }

    fn class(&self, index: u16) -> Result<Type<'a>, ClassError> {
        Ok(Type::Class(Cow::Borrowed(self.pool.class(index)?.0)))
    }

    fn step(
        &self,
        instruction: &Instruction,
        types: &mut Slots<Type<'a>>,
    ) -> Result<(), ClassError> {
        let bytes = self.code.bytes;
        let mut constructed = None;
        let is_constructor = calls_constructor(instruction, bytes, self.pool)?;
        types.step(instruction, bytes, self.pool, |taken, pushes| {
            if is_constructor {
                constructed = taken.first().cloned();
            }
            if pushes == 0 {
                Ok(vec![])
            } else {
                self.result(instruction, taken)
            }
        })?;
        let after = match constructed {
            Some(Type::Plain(VerificationType::UninitializedThis)) => {
                self.of_frame(VerificationType::Passed(0))?
            }
            Some(Type::Plain(VerificationType::Uninitialized(_))) => {
                let (class, _, _) = self.pool.member(instruction.pool_index(bytes))?;
                Type::Class(Cow::Borrowed(class.0))
            }
            _ => return Ok(()),
        };
        let all = types.locals.iter_mut().chain(&mut types.stack);
        for slot in all.filter(|slot| Some(&**slot) == constructed.as_ref()) {
            *slot = after.clone();
        }
        Ok(())
    }

    /// What an instruction that puts something on the stack puts there.
    fn result(
        &self,
        instruction: &Instruction,
        taken: &[Type<'a>],
    ) -> Result<Vec<Type<'a>>, ClassError> {
        let bytes = self.code.bytes;
        let index = instruction.pool_index(bytes);
        let one = match instruction.opcode {
            op::ldc => {
                let at = instruction.pc.0 as usize + 1;
                return self.constant(u16::from(bytes.get(at).copied().unwrap_or_default()));
            }
            op::ldc_w | op::ldc2_w => return self.constant(index),
            op::getstatic | op::getfield => return field(self.pool.member(index)?.2.0),
            op::invokevirtual | op::invokespecial | op::invokestatic | op::invokeinterface => {
                return returned(self.pool.member(index)?.2.0);
            }
            op::invokedynamic => return returned(self.pool.dynamic(index)?.1.0),
            op::aaload => component(taken.first())?,
            op::checkcast | op::multianewarray => self.class(index)?,
            op::anewarray => array_of(self.pool.class(index)?.0),
            op::newarray => Type::Class(Cow::Borrowed(primitive_array(
                bytes.get(instruction.pc.0 as usize + 1).copied(),
            )?)),
            op::new => Type::Plain(VerificationType::Uninitialized(instruction.pc.0)),
            opcode => Type::Plain(computed(opcode)),
        };
        let second = matches!(one, Type::Plain(plain) if plain.slots() == 2);
        Ok(std::iter::once(one)
            .chain(second.then_some(Type::Second))
            .collect())
    }

    fn constant(&self, index: u16) -> Result<Vec<Type<'a>>, ClassError> {
        field(match self.pool.get(index)? {
            Constant::Integer(_) => b"I",
            Constant::Float(_) => b"F",
            Constant::Long(_) => b"J",
            Constant::Double(_) => b"D",
            Constant::String(_) => b"Ljava/lang/String;",
            Constant::Class(_) => b"Ljava/lang/Class;",
            Constant::MethodHandle(..) => b"Ljava/lang/invoke/MethodHandle;",
            Constant::MethodType(_) => b"Ljava/lang/invoke/MethodType;",
            Constant::Dynamic(..) => self.pool.dynamic(index)?.1.0,
            _ => {
                return Err(ClassError::Malformed(
                    "`ldc` of a constant that cannot be loaded",
                ));
            }
        })
    }
}

/// The slots of a value with this field descriptor; none for `V`.
fn field(descriptor: &[u8]) -> Result<Vec<Type<'_>>, ClassError> {
    let plain = Type::Plain;
    Ok(match descriptor {
        [b'V'] => vec![],
        [b'Z' | b'B' | b'C' | b'S' | b'I'] => vec![plain(VerificationType::Integer)],
        [b'F'] => vec![plain(VerificationType::Float)],
        [b'J'] => vec![plain(VerificationType::Long), Type::Second],
        [b'D'] => vec![plain(VerificationType::Double), Type::Second],
        [b'L', name @ .., b';'] => vec![Type::Class(Cow::Borrowed(name))],
        [b'[', ..] => vec![Type::Class(Cow::Borrowed(descriptor))],
        _ => {
            let text = Mutf8(descriptor).decode().into_owned();
            return Err(ClassError::BadDescriptor(text));
        }
    })
}

/// The slots of the result of a method with this descriptor.
fn returned(descriptor: &[u8]) -> Result<Vec<Type<'_>>, ClassError> {
    let close = descriptor.iter().rposition(|&byte| byte == b')');
    let result = close.and_then(|close| descriptor.get(close + 1..));
    field(result.unwrap_or_default())
}

/// What lies in an array of references.
fn component<'a>(array: Option<&Type<'a>>) -> Result<Type<'a>, ClassError> {
    const NO_ARRAY: ClassError = ClassError::Malformed("`aaload` of a value that is not an array");
    match array {
        Some(null @ Type::Plain(VerificationType::Null)) => Ok(null.clone()),
        Some(Type::Class(name)) => {
            let component = name.strip_prefix(b"[").ok_or(NO_ARRAY)?;
            let component = field(component)?.into_iter().next().ok_or(NO_ARRAY)?;
            Ok(component.into_owned())
        }
        _ => Err(NO_ARRAY),
    }
}

/// The array of a class or array.
fn array_of<'a>(component: &[u8]) -> Type<'a> {
    let mut name = vec![b'['];
    if component.starts_with(b"[") {
        name.extend(component);
    } else {
        name.push(b'L');
        name.extend(component);
        name.push(b';');
    }
    Type::Class(Cow::Owned(name))
}

/// The descriptor of a `newarray` (JVMS §6.5, table of array type codes).
fn primitive_array(code: Option<u8>) -> Result<&'static [u8], ClassError> {
    Ok(match code {
        Some(4) => b"[Z",
        Some(5) => b"[C",
        Some(6) => b"[F",
        Some(7) => b"[D",
        Some(8) => b"[B",
        Some(9) => b"[S",
        Some(10) => b"[I",
        Some(11) => b"[J",
        _ => return Err(ClassError::Malformed("`newarray` of an unknown type")),
    })
}

/// The type of a result that is no reference to an object, and of `null`.
fn computed(opcode: u8) -> VerificationType {
    use VerificationType::{Double, Float, Integer, Long, Null, Top};
    match opcode {
        op::aconst_null => Null,
        op::lconst_0 | op::lconst_1 | op::laload | op::i2l | op::f2l | op::d2l => Long,
        op::fconst_0..=op::fconst_2 | op::faload | op::i2f | op::l2f | op::d2f => Float,
        op::dconst_0 | op::dconst_1 | op::daload | op::i2d | op::l2d | op::f2d => Double,
        // In rows of int, long, float and double, and in pairs of int and long.
        op::iadd..=op::dneg => match (opcode - op::iadd) % 4 {
            0 => Integer,
            1 => Long,
            2 => Float,
            _ => Double,
        },
        op::ishl..=op::lxor if (opcode - op::ishl) % 2 == 1 => Long,
        op::jsr | op::jsr_w => Top,
        _ => Integer,
    }
}

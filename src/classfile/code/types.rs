//! The types that local variables and operand stack hold before an instruction.
//!
//! Every block that is jumped to begins with a frame (JVMS §4.10.1.6), and inside a block the types follow from the
//! instructions and the descriptors that they name. So nothing is merged, and no other class is needed.
//!
//! Below version 50 there are no frames: a jump hands on what it finds, and what comes first to a place counts. That is
//! enough to tell which `new` made a value, and no frame has to be written there.

use std::borrow::Cow;
use std::collections::BTreeMap;

use smallvec::smallvec;

use crate::names::BadDescriptor;

use super::super::attribute::STACK_MAP_TABLE;
use super::super::constant::Constant;
use super::super::cursor::ClassError;
use super::super::mutf8::Mutf8;
use super::super::pool::{ConstantPool, PoolBuilder, PoolError};
use super::cells::Cells;
use super::opcode::{ends_flow, op};
use super::slots::calls_constructor;
use super::{
    Code, FrameReader, Initial, Instruction, OldPc, Operands, Slots, Values, VerificationType,
};

/// What a slot holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type<'a> {
    /// A type that needs no constant: never `Object` and never `Passed`.
    Plain(VerificationType),
    /// A reference.
    Class(ClassName<'a>),
    /// The second slot of a `long` or `double`.
    Second,
}

impl Default for Type<'_> {
    fn default() -> Self {
        Self::Plain(VerificationType::Top)
    }
}

impl<'a> Type<'a> {
    fn class(name: &'a [u8]) -> Self {
        Self::Class(ClassName { arrays: 0, name })
    }
}

/// The class of a reference. It is not written out before it is asked for: each of thousands of slots may hold an array of a
/// class with a name of 65,535 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassName<'a> {
    /// So many dimensions more than `name` says.
    arrays: u16,
    /// An internal name or the descriptor of an array, in modified UTF-8.
    name: &'a [u8],
}

impl<'a> ClassName<'a> {
    /// The internal name, or the descriptor of an array, in modified UTF-8.
    pub fn written(self) -> Cow<'a, [u8]> {
        if self.arrays == 0 {
            return Cow::Borrowed(self.name);
        }
        let mut array = vec![b'['; usize::from(self.arrays)];
        if self.name.starts_with(b"[") {
            array.extend(self.name);
        } else {
            array.push(b'L');
            array.extend(self.name);
            array.push(b';');
        }
        Cow::Owned(array)
    }

    /// An array of this.
    fn array(self) -> Type<'a> {
        Type::Class(Self {
            arrays: self.arrays.saturating_add(1),
            ..self
        })
    }
}

/// The types at one place of a method. Those of many places share what they have in common.
#[derive(Debug, Clone)]
pub struct Types<'a> {
    /// As they were put there: an object keeps its uninitialised type when its constructor is called.
    slots: Slots<Type<'a>>,
    /// The classes of the objects whose constructor was called, by the position of their `new`.
    constructed: Cells<Option<&'a [u8]>>,
    /// The class of `this`, when its constructor was called.
    this: Option<Type<'a>>,
    /// There is a `this` that is not initialised at the start.
    in_constructor: bool,
}

impl<'a> Types<'a> {
    fn new(max_locals: usize, in_constructor: bool) -> Self {
        Self {
            slots: Slots::new(max_locals),
            constructed: Cells::default(),
            this: None,
            in_constructor,
        }
    }

    /// True where `this` is not initialised.
    fn lacks_this(&self) -> bool {
        self.in_constructor && self.this.is_none()
    }

    /// What a slot is now that this was put there.
    fn now(&self, put: Type<'a>) -> Type<'a> {
        let known = match &put {
            Type::Plain(VerificationType::UninitializedThis) => self.this,
            Type::Plain(VerificationType::Uninitialized(pc)) => {
                let class = self.constructed.get(*pc as usize).copied().flatten();
                class.map(Type::class)
            }
            _ => None,
        };
        known.unwrap_or(put)
    }

    /// The type of the slot this many below the top of the stack, 1 being the topmost.
    pub fn below_top(&self, below_top: usize) -> Option<Type<'a>> {
        let above_bottom = self.slots.depth().checked_sub(below_top)?;
        Some(self.now(self.slots.on_stack(above_bottom)?))
    }

    /// How many slots are on the stack.
    pub fn depth(&self) -> usize {
        self.slots.depth()
    }

    /// `this` is not initialised and only on the stack, which a handler drops: no frame could say that it is not.
    pub fn loses_this(&self) -> bool {
        let is_this = |slot: Type<'_>| slot == Type::Plain(VerificationType::UninitializedThis);
        let on_stack = |slot| self.slots.on_stack(slot).is_some_and(is_this);
        self.lacks_this()
            && !is_this(self.slots.local(0))
            && (0..self.slots.depth()).any(on_stack)
            && !(0..self.slots.max_locals()).any(|slot| is_this(self.slots.local(slot)))
    }

    /// True where the locals are the same because nothing was done to them between both places.
    pub fn has_same_locals(&self, other: &Self) -> bool {
        self.slots.has_same_locals(&other.slots)
            && self.constructed.is_same(&other.constructed)
            && self.this == other.this
    }

    /// The locals as a frame has them, classes in the pool.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn frame_locals(
        &self,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<Vec<VerificationType>, PoolError> {
        let max_locals = self.slots.max_locals();
        let mut types = Vec::with_capacity(max_locals);
        let mut slot = 0;
        while slot < max_locals {
            types.push(match self.now(self.slots.local(slot)) {
                Type::Plain(wide) if wide.slots() == 2 => {
                    if slot + 1 < max_locals && self.slots.local(slot + 1) == Type::Second {
                        slot += 1;
                        wide
                    } else {
                        VerificationType::Top // its second half was overwritten
                    }
                }
                Type::Plain(plain) => plain,
                Type::Class(name) => VerificationType::Object(pool.class_bytes(&name.written())?),
                Type::Second => VerificationType::Top,
            });
            slot += 1;
        }
        Ok(types)
    }

    /// The locals of a frame that says nothing of them, but that `this` is not initialised.
    pub fn frame_without_locals(&self) -> Vec<VerificationType> {
        const THIS: VerificationType = VerificationType::UninitializedThis;
        let mut types = vec![VerificationType::Top; self.slots.max_locals()];
        if self.lacks_this() {
            for (slot, kept) in types.iter_mut().enumerate() {
                if self.slots.local(slot) == Type::Plain(THIS) {
                    *kept = THIS;
                }
            }
        }
        types
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
) -> Result<BTreeMap<usize, Types<'a>>, ClassError> {
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
    mut show: impl FnMut(usize, &Types<'a>),
) -> Result<(), ClassError> {
    let walk = Walk::new(code, pool, initial);
    let mut at_frame = walk.nothing();
    walk.put_locals(&mut at_frame, 0, &initial.locals)?;
    let table = code
        .attributes
        .iter()
        .find(|attribute| framed && attribute.name.0 == STACK_MAP_TABLE);
    let mut frames = match table {
        Some(table) => Some(FrameReader::new(table.info, &initial.locals)?),
        None => None,
    };
    let mut is_at_frame = advance(&mut frames)?;
    let mut handed_on = BTreeMap::new();
    if !framed {
        let mut caught = walk.nothing();
        let throwable = Type::class(b"java/lang/Throwable");
        caught.slots.push(throwable);
        let handlers = code.exception_table.iter();
        handed_on.extend(handlers.map(|row| (row.handler_pc, caught.clone())));
    }
    let mut state = Some(at_frame.clone());
    for (index, instruction) in instructions.iter().enumerate() {
        while let Some(frame) = frames
            .as_ref()
            .filter(|frame| is_at_frame && frame.pc() <= instruction.pc.0)
        {
            walk.change_locals(&mut at_frame, frame)?;
            let mut types = at_frame.clone();
            walk.put_stack(&mut types, frame.stack())?;
            state = Some(types);
            is_at_frame = advance(&mut frames)?;
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
                types.slots.pop(1)?; // the subroutine comes back with its return address taken off
            }
        }
        if !ends_flow(instruction.plain_opcode(code.bytes)) {
            state = Some(types);
        }
    }
    while is_at_frame {
        is_at_frame = advance(&mut frames)?; // a frame that cannot be read is an error, wherever it is
    }
    Ok(())
}

/// Goes to the next frame; false where there is none.
fn advance(frames: &mut Option<FrameReader<'_>>) -> Result<bool, ClassError> {
    frames.as_mut().map_or(Ok(false), FrameReader::advance)
}

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
    /// What [`VerificationType::Passed`] stands for.
    passed: Vec<Type<'a>>,
    in_constructor: bool,
}

impl<'w, 'a> Walk<'w, 'a> {
    fn new(code: &'w Code<'a>, pool: &'w ConstantPool<'a>, initial: &Initial<'a>) -> Self {
        Self {
            code,
            pool,
            in_constructor: initial.locals.first() == Some(&VerificationType::UninitializedThis),
            passed: initial
                .classes
                .iter()
                .map(|name| Type::class(name))
                .collect(),
        }
    }

    /// No locals, and nothing on the stack.
    fn nothing(&self) -> Types<'a> {
        Types::new(usize::from(self.code.max_locals), self.in_constructor)
    }

    /// Puts the locals of `frame` in the place of those of the frame before, which are in `types`.
    fn change_locals(
        &self,
        types: &mut Types<'a>,
        frame: &FrameReader<'_>,
    ) -> Result<(), ClassError> {
        let (kept, kept_slots) = frame.kept();
        let from = kept_slots as usize;
        if kept == 0 {
            *types = self.nothing();
        } else {
            let chopped = from..frame.slots_before() as usize;
            chopped.for_each(|slot| types.slots.set_local(slot, Type::default()));
        }
        let appended = frame.locals().get(kept..).unwrap_or_default();
        self.put_locals(types, from, appended)
    }

    fn put_locals(
        &self,
        types: &mut Types<'a>,
        from: usize,
        locals: &[VerificationType],
    ) -> Result<(), ClassError> {
        let mut slot = from;
        for &local in locals {
            types.slots.set_local(slot, self.of_frame(local)?);
            if local.slots() == 2 {
                types.slots.set_local(slot + 1, Type::Second);
            }
            slot += usize::from(local.slots());
        }
        Ok(())
    }

    fn put_stack(
        &self,
        types: &mut Types<'a>,
        stack: &[VerificationType],
    ) -> Result<(), ClassError> {
        for &item in stack {
            types.slots.push(self.of_frame(item)?);
            if item.slots() == 2 {
                types.slots.push(Type::Second);
            }
        }
        Ok(())
    }

    fn of_frame(&self, one: VerificationType) -> Result<Type<'a>, ClassError> {
        Ok(match one {
            VerificationType::Object(index) => self.class(index)?,
            VerificationType::Passed(index) => {
                let passed = self.passed.get(usize::from(index)).copied();
                passed.unwrap_or(Type::class(b""))
            }
            plain => Type::Plain(plain),
        })
    }

    fn class(&self, index: u16) -> Result<Type<'a>, ClassError> {
        Ok(Type::class(self.pool.class(index)?.0))
    }

    fn step(&self, instruction: &Instruction, types: &mut Types<'a>) -> Result<(), ClassError> {
        let bytes = self.code.bytes;
        let mut constructed = None;
        let is_constructor = calls_constructor(instruction, bytes, self.pool)?;
        types
            .slots
            .step(instruction, bytes, self.pool, |taken, pushes| {
                if is_constructor {
                    constructed = taken.first().copied();
                }
                if pushes == 0 {
                    Ok(Values::new())
                } else {
                    self.result(instruction, taken)
                }
            })?;
        match constructed.map(|put| types.now(put)) {
            Some(Type::Plain(VerificationType::UninitializedThis)) => {
                types.this = Some(self.of_frame(VerificationType::Passed(0))?);
            }
            Some(Type::Plain(VerificationType::Uninitialized(pc))) => {
                let (class, _, _) = self.pool.member(instruction.pool_index(bytes))?;
                types.constructed.set(pc as usize, Some(class.0));
            }
            _ => {}
        }
        Ok(())
    }

    /// What an instruction that puts something on the stack puts there.
    fn result(
        &self,
        instruction: &Instruction,
        taken: &[Type<'a>],
    ) -> Result<Values<Type<'a>>, ClassError> {
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
            op::anewarray => {
                let (arrays, name) = (0, self.pool.class(index)?.0);
                ClassName { arrays, name }.array()
            }
            op::newarray => Type::class(primitive_array(
                bytes.get(instruction.pc.0 as usize + 1).copied(),
            )?),
            op::new => Type::Plain(VerificationType::Uninitialized(instruction.pc.0)),
            opcode => Type::Plain(computed(opcode)),
        };
        let second = matches!(one, Type::Plain(plain) if plain.slots() == 2);
        Ok(std::iter::once(one)
            .chain(second.then_some(Type::Second))
            .collect())
    }

    fn constant(&self, index: u16) -> Result<Values<Type<'a>>, ClassError> {
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
fn field(descriptor: &[u8]) -> Result<Values<Type<'_>>, ClassError> {
    let plain = Type::Plain;
    Ok(match descriptor {
        [b'V'] => smallvec![],
        [b'Z' | b'B' | b'C' | b'S' | b'I'] => smallvec![plain(VerificationType::Integer)],
        [b'F'] => smallvec![plain(VerificationType::Float)],
        [b'J'] => smallvec![plain(VerificationType::Long), Type::Second],
        [b'D'] => smallvec![plain(VerificationType::Double), Type::Second],
        [b'L', name @ .., b';'] => smallvec![Type::class(name)],
        [b'[', ..] => smallvec![Type::class(descriptor)],
        _ => {
            return Err(BadDescriptor::of(&Mutf8(descriptor).decode()).into());
        }
    })
}

/// The slots of the result of a method with this descriptor.
fn returned(descriptor: &[u8]) -> Result<Values<Type<'_>>, ClassError> {
    let close = descriptor.iter().rposition(|&byte| byte == b')');
    let result = close.and_then(|close| descriptor.get(close + 1..));
    field(result.unwrap_or_default())
}

/// What lies in an array of references.
fn component<'a>(array: Option<&Type<'a>>) -> Result<Type<'a>, ClassError> {
    const NO_ARRAY: ClassError = ClassError::Malformed("`aaload` of a value that is not an array");
    match array {
        Some(null @ Type::Plain(VerificationType::Null)) => Ok(*null),
        Some(&Type::Class(ClassName { arrays: 0, name })) => {
            let component = name.strip_prefix(b"[").ok_or(NO_ARRAY)?;
            field(component)?.into_iter().next().ok_or(NO_ARRAY)
        }
        Some(&Type::Class(ClassName { arrays, name })) => Ok(Type::Class(ClassName {
            arrays: arrays - 1,
            name,
        })),
        _ => Err(NO_ARRAY),
    }
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

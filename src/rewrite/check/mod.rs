//! A second opinion on rewritten methods, for builds with debug assertions (a release build has them with
//! `CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true`) and for tests.
//!
//! It reads the new `Code` from its bytes, and knows of the rewriter only what it was given: the old code and the plan.
//! What the JVM asks of code with frames (JVMS §4.10.1) is asked without the class hierarchy: each slot is held to its
//! kind. The old code is asked first; what was not sound before need not be so afterwards.

mod align;
mod flow;
mod rows;
mod slot;
mod state;

use std::fmt;

use crate::classfile::attribute::{
    LINE_NUMBER_TABLE, LOCAL_VARIABLE_TABLE, LOCAL_VARIABLE_TYPE_TABLE, STACK_MAP_TABLE,
};
use crate::classfile::code::opcode::{is_return, op};
use crate::classfile::code::{
    Boundaries, Code, FrameReader, Initial, Instruction, OldPc, VerificationType, instructions,
    read_line_numbers, read_local_variables,
};
use crate::classfile::{ClassError, ClassFile, ClassHead, ConstantPool, Member, PoolBuilder};
use crate::names::{Kind, MethodDescriptor};
use crate::plan::MethodPlan;

use flow::Construction;

/// What is wrong with a rewritten method. Positions are of the new code, unless they are said to be old.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A part of it cannot be read.
    Unreadable(ClassError),
    /// A position in a table is no instruction: what holds it, and the position.
    NotAnInstruction(&'static str, u32),
    /// An old instruction, or what the plan puts beside it, is not where it belongs: the position, and what was expected.
    Lost(u32, &'static str),
    /// A branch or switch leads elsewhere: its position.
    WrongTarget(u32),
    /// The added code takes or gives back a monitor.
    Monitor(u32),
    /// An old frame is not there, or has other types: its old position.
    FrameLost(u32),
    /// A target, handler or unreachable position has no frame.
    NoFrame(u32),
    /// The types that reach a frame are not those that it has: where they come from, and the frame.
    NotAssignable(u32, u32),
    /// An instruction does not find what it takes: its position.
    WrongOperand(u32),
    /// The last instruction falls through.
    NoEnd,
    /// More on the stack than `max_stack`.
    StackTooDeep(u32),
    /// A local beyond `max_locals`.
    TooManyLocals(u32),
    /// The exception rows over a position are not those that belong there.
    WrongRows(u32),
    /// A catch-all row stands before another row, by its index.
    CatchAllNotLast(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "the new code cannot be read: {error}"),
            Self::NotAnInstruction(what, pc) => write!(f, "{what} {pc} is no instruction"),
            Self::Lost(pc, what) => write!(f, "{what} is not at {pc}"),
            Self::WrongTarget(pc) => write!(f, "the branch at {pc} leads elsewhere"),
            Self::Monitor(pc) => write!(f, "added code has a monitor at {pc}"),
            Self::FrameLost(pc) => write!(f, "the frame of old position {pc} is lost"),
            Self::NoFrame(pc) => write!(f, "there is no frame at {pc}"),
            Self::NotAssignable(from, to) => {
                write!(f, "the types at {from} do not fit the frame at {to}")
            }
            Self::WrongOperand(pc) => write!(f, "the instruction at {pc} finds other types"),
            Self::NoEnd => f.write_str("the code has no end"),
            Self::StackTooDeep(pc) => write!(f, "the stack is deeper than max_stack at {pc}"),
            Self::TooManyLocals(pc) => write!(f, "a local is over max_locals at {pc}"),
            Self::WrongRows(pc) => write!(f, "the exception rows over {pc} are others"),
            Self::CatchAllNotLast(row) => {
                write!(f, "exception row {row} is a catch-all, but not the last")
            }
        }
    }
}

impl From<ClassError> for Fault {
    fn from(error: ClassError) -> Self {
        Self::Unreadable(error)
    }
}

/// A method before and after.
#[derive(Debug, Clone, Copy)]
pub struct Rewriting<'a> {
    /// The old code.
    pub before: &'a Code<'a>,
    /// What was to be put into it.
    pub plan: &'a MethodPlan<'a>,
    /// The new `info` of the `Code` attribute.
    pub after: &'a [u8],
    /// The constant pool of the new class.
    pub pool: &'a ConstantPool<'a>,
    /// Its descriptor.
    pub descriptor: &'a MethodDescriptor<'a>,
    /// What the method is called with.
    pub initial: &'a Initial<'a>,
    /// `major_version` of the class.
    pub major_version: u16,
}

/// Code, taken apart.
struct Parsed<'a> {
    code: &'a Code<'a>,
    instructions: Vec<Instruction>,
    boundaries: Boundaries,
    initial: &'a [VerificationType],
    /// `None` where the class version has none.
    frames: Option<Frames<'a>>,
}

/// A `StackMapTable`. Its frames are read one after the other: each may repeat 65,535 locals.
struct Frames<'a> {
    /// The `info`, if there is a table.
    table: Option<&'a [u8]>,
    /// Where the frames are, in order.
    positions: Vec<u32>,
}

impl<'a> Frames<'a> {
    fn read(table: Option<&'a [u8]>, initial: &[VerificationType]) -> Result<Self, Fault> {
        let mut positions = Vec::new();
        if let Some(info) = table {
            let mut reader = FrameReader::new(info, initial)?;
            while reader.advance()? {
                positions.push(reader.pc());
            }
        }
        Ok(Self { table, positions })
    }

    fn has(&self, pc: u32) -> bool {
        self.positions.binary_search(&pc).is_ok()
    }
}

impl<'a> Parsed<'a> {
    fn new(
        code: &'a Code<'a>,
        initial: &'a Initial<'a>,
        major_version: u16,
    ) -> Result<Self, Fault> {
        let instructions = instructions(code.bytes)?;
        let boundaries = Boundaries::new(&instructions, code.bytes.len());
        let frames = if major_version >= 50 {
            let mut tables = code.attributes.iter();
            let table = tables.find(|one| one.name.0 == STACK_MAP_TABLE);
            Some(Frames::read(table.map(|one| one.info), &initial.locals)?)
        } else {
            None
        };
        Ok(Self {
            code,
            instructions,
            boundaries,
            initial: &initial.locals,
            frames,
        })
    }

    /// In front of the first frame; `None` where there are none.
    fn reader(&self) -> Result<Option<FrameReader<'a>>, Fault> {
        let table = self.frames.as_ref().and_then(|frames| frames.table);
        let reader = table.map(|info| FrameReader::new(info, self.initial));
        Ok(reader.transpose()?)
    }

    /// True for the start of an instruction, or the end of the code where a range may end.
    fn is_boundary(&self, pc: u32, or_end: bool) -> bool {
        let index = self.boundaries.index(OldPc(pc), "position");
        index.is_ok_and(|index| or_end || index < self.instructions.len())
    }

    /// Every position in a table is the start of an instruction.
    fn positions(&self) -> Result<(), Fault> {
        let is = |what, pc, or_end| {
            if self.is_boundary(pc, or_end) {
                Ok(())
            } else {
                Err(Fault::NotAnInstruction(what, pc))
            }
        };
        for row in &self.code.exception_table {
            is("start_pc", row.start_pc.0, false)?;
            is("end_pc", row.end_pc.0, true)?;
            is("handler_pc", row.handler_pc.0, false)?;
            if row.start_pc >= row.end_pc {
                return Err(Fault::NotAnInstruction("end_pc", row.end_pc.0));
            }
        }
        for &pc in self.frames.iter().flat_map(|frames| &frames.positions) {
            is("frame", pc, false)?;
        }
        for table in &self.code.attributes {
            match table.name.0 {
                LINE_NUMBER_TABLE => {
                    for line in read_line_numbers(table.info)? {
                        is("line", line.start_pc.0, false)?;
                    }
                }
                LOCAL_VARIABLE_TABLE | LOCAL_VARIABLE_TYPE_TABLE => {
                    for variable in read_local_variables(table.info)? {
                        let end = variable.start_pc.0 + u32::from(variable.length);
                        is("variable", variable.start_pc.0, true)?;
                        is("end of a variable", end, true)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Checks that the new code is the old one with the plan in it, and that a JVM will find in it what it asks for.
///
/// # Errors
/// The first fault that is found.
pub fn check(rewriting: &Rewriting<'_>) -> Result<(), Fault> {
    let Rewriting {
        initial,
        major_version,
        pool,
        plan,
        ..
    } = *rewriting;
    let old = Parsed::new(rewriting.before, initial, major_version)?;
    let was_sound = returns_its_kind(&old, rewriting.descriptor)
        && old.positions().is_ok()
        && flow::follow(&old, pool).is_ok();
    if !was_sound {
        return Ok(());
    }
    let after = Code::read(rewriting.after, pool)?;
    let new = Parsed::new(&after, initial, major_version)?;
    new.positions()?;
    let construction = Construction::new(&old, pool);
    let aligned = align::align(&old, &new, plan, &construction)?;
    for instruction in &new.instructions {
        let is_monitor = matches!(instruction.opcode, op::monitorenter | op::monitorexit);
        if is_monitor && aligned.is_added(instruction.pc.0) {
            return Err(Fault::Monitor(instruction.pc.0));
        }
    }
    aligned.frames(&old, &new, plan)?;
    rows::check(&old, &new, plan, &aligned, &construction)?;
    flow::follow(&new, pool)
}

/// Every return is of the kind that the descriptor names.
fn returns_its_kind(parsed: &Parsed<'_>, descriptor: &MethodDescriptor<'_>) -> bool {
    let expected = match descriptor.returns {
        None => op::return_,
        Some((Kind::Int(_), _)) => op::ireturn,
        Some((Kind::Long, _)) => op::lreturn,
        Some((Kind::Float, _)) => op::freturn,
        Some((Kind::Double, _)) => op::dreturn,
        Some((Kind::Reference, _)) => op::areturn,
    };
    let mut returns = parsed.instructions.iter().map(|one| one.opcode);
    returns.all(|opcode| !is_return(opcode) || opcode == expected)
}

/// Panics where a rewritten method is at fault, in builds with debug assertions. `pool` is what the constants of the
/// class will be.
pub(super) fn assert_sound(
    before: &Code<'_>,
    plan: &MethodPlan<'_>,
    after: &[u8],
    initial: &Initial<'_>,
    (class, member): (&ClassFile<'_>, &Member<'_>),
    pool: &PoolBuilder<'_>,
) {
    if !cfg!(debug_assertions) {
        return;
    }
    let text = member.descriptor.decode();
    let Ok(descriptor) = &MethodDescriptor::parse(&text) else {
        return;
    };
    // The head of a class file that has this pool: some class constant stands for its name.
    let mut head = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
    head.extend(class.major_version.to_be_bytes());
    pool.write(&mut head);
    let name = class
        .pool
        .iter()
        .find(|(index, _)| class.pool.class(*index).is_ok());
    for value in [0, name.map_or(0, |(index, _)| index), 0, 0] {
        head.extend(value.to_be_bytes());
    }
    let found = ClassHead::read(&head)
        .map_err(Fault::from)
        .and_then(|head| {
            check(&Rewriting {
                before,
                plan,
                after,
                pool: &head.pool,
                descriptor,
                initial,
                major_version: class.major_version,
            })
        });
    if let Err(fault) = found {
        let (class, method) = (class.binary_name(), member.name.decode());
        panic!("the rewriter broke {class}#{method}: {fault}");
    }
}

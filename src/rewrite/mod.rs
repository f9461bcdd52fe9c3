//! A method's `Code` written again with a plan's snippets in it. Knows no rules.
//!
//! Frames are spliced, never computed: the old ones are decoded, padded, given our locals and encoded again. So no
//! question of common superclasses arises and no other class is ever needed (see `frames`).

mod branches;
mod call_handlers;
pub mod check;
mod debug_tables;
mod frames;
mod handlers;
mod layout;
pub mod module_info;

use std::ops::Range;

use crate::classfile::attribute;
use crate::classfile::code::opcode::is_return;
use crate::classfile::code::{
    Boundaries, Code, Initial, Initialisation, Instruction, OldPc, follow_this, instructions,
};
use crate::classfile::{ClassFile, Member, PoolBuilder, access};
use crate::names::MethodDescriptor;
use crate::plan::{CallPlan, MethodPlan};
use crate::refusal::Refusal;

use call_handlers::CallHandlers;
use frames::Frames;
use handlers::Rows;
use layout::{Insertions, Layout};

/// `HotSpot`'s `HugeMethodLimit`: longer methods are never compiled.
pub const HUGE_METHOD: u32 = 8000;

/// The result for one method.
#[derive(Debug, Clone)]
pub struct Rewritten {
    /// The new `info` of the `Code` attribute.
    pub code: Vec<u8>,
    /// Bytes of code before.
    pub before: u32,
    /// Bytes of code now.
    pub after: u32,
    /// Where the code lies that was added, and the instructions that name another constant than before; in order.
    pub added: Vec<Range<u32>>,
    /// Attributes of `Code` that are not known and may hold positions: copied as they were.
    pub unknown: Vec<String>,
    /// Debug attributes that were invalid and so left out.
    pub dropped: Vec<&'static str>,
}

/// What is known about the method while it is rewritten.
struct Method<'a> {
    code: Code<'a>,
    instructions: Vec<Instruction>,
    plan: &'a MethodPlan<'a>,
    /// Stack map frames belong into this class version (50 and newer).
    framed_version: bool,
    /// Of constructors only.
    initialisation: Option<Initialisation>,
}

/// Writes `member`, which has this descriptor and this `Code`, again with the snippets of `plan`. Constants that are needed go into `pool`.
///
/// # Errors
/// Limits that the result would break, and code that cannot be read; `pool` may then have grown.
pub fn method(
    class: &ClassFile<'_>,
    member: &Member<'_>,
    descriptor: &MethodDescriptor<'_>,
    code: Code<'_>,
    plan: &MethodPlan<'_>,
    pool: &mut PoolBuilder<'_>,
) -> Result<Rewritten, Refusal> {
    let instructions = instructions(code.bytes)?;
    let boundaries = Boundaries::new(&instructions, code.bytes.len());
    let is_constructor = member.name.0 == b"<init>";
    let initialisation = if is_constructor {
        Some(follow_this(&code, &instructions, &boundaries, &class.pool)?)
    } else {
        None
    };
    if plan.needs_this
        && initialisation
            .as_ref()
            .is_some_and(|found| !found.in_slot_zero)
    {
        return Err(Refusal::ThisMoved);
    }
    let is_static = member.access_flags & access::STATIC != 0;
    let initial = Initial::new(class.name.decode(), descriptor, is_static, is_constructor);
    let method = Method {
        code,
        instructions,
        plan,
        framed_version: class.has_frames(),
        initialisation,
    };

    let frames = Frames::read(&method, &initial.locals)?;
    let layout = Layout::new(
        &method.code,
        &method.instructions,
        boundaries,
        &method.insertions(&frames),
    )?;
    let handlers = CallHandlers::new(&method, &layout, pool)?;
    let rows = Rows::new(&method, &layout, &handlers)?;
    let handler_pc = (!rows.own.is_empty()).then_some(handlers.end);
    let mut bytes = branches::emit(&method, &layout);
    for handler in &handlers.all {
        bytes.extend(&handler.code.code);
    }
    if handler_pc.is_some() {
        bytes.extend(&plan.handler.code);
    }

    let before = method.code.end().0;
    let after = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let max_stack = limit(method.max_stack(handler_pc.is_some())).map_err(Refusal::StackTooDeep)?;
    let max_locals = limit(method.max_locals()).map_err(Refusal::TooManyLocals)?;
    check_length(before, after, plan.allow_huge)?;

    let mut out = Vec::with_capacity(bytes.len() * 3 / 2 + 64);
    out.extend(max_stack.to_be_bytes());
    out.extend(max_locals.to_be_bytes());
    out.extend(after.to_be_bytes());
    out.extend(bytes);
    rows.write(handler_pc, &mut out)?;
    let stack_map = frames.write(&method, &layout, &initial, &handlers, handler_pc, pool)?;
    let handler_lines: Vec<_> = handlers
        .all
        .iter()
        .map(|handler| (handler.pc, handler.call))
        .chain(handler_pc.map(|pc| (pc, OldPc(0))))
        .collect();
    let mut attributes = Attributes::default();
    for old in &method.code.attributes {
        match old.name.0 {
            attribute::STACK_MAP_TABLE if method.framed_version => {
                if let Some(info) = stack_map.as_deref().filter(|_| !attributes.framed) {
                    attributes.put(old.name_index, info);
                    attributes.framed = true;
                }
            }
            _ => match debug_tables::moved(old, &method, &layout, &rows, &handler_lines) {
                Ok(Some(info)) => attributes.put(old.name_index, &info),
                Ok(None) => {
                    // A `StackMapTable` below version 50 has no meaning and is no surprise.
                    if old.name.0 != attribute::STACK_MAP_TABLE {
                        attributes.unknown.push(old.name.decode().into_owned());
                    }
                    attributes.put(old.name_index, old.info);
                }
                Err(name) => attributes.dropped.push(name),
            },
        }
    }
    if let Some(info) = stack_map.filter(|_| !attributes.framed) {
        attributes.put(pool.utf8_bytes(attribute::STACK_MAP_TABLE)?, &info);
    }
    out.extend(attributes.count.to_be_bytes());
    out.extend(attributes.bytes);
    let of = (class, member, descriptor);
    check::assert_sound(&method.code, plan, &out, &initial, of, pool);
    Ok(Rewritten {
        code: out,
        before,
        after,
        added: layout.added(after, &plan.constants),
        unknown: attributes.unknown,
        dropped: attributes.dropped,
    })
}

/// The attributes of the new `Code`, as they are written.
#[derive(Default)]
struct Attributes {
    count: u16,
    bytes: Vec<u8>,
    framed: bool,
    unknown: Vec<String>,
    dropped: Vec<&'static str>,
}

impl Attributes {
    fn put(&mut self, name_index: u16, info: &[u8]) {
        self.count += 1;
        self.bytes.extend(name_index.to_be_bytes());
        self.bytes
            .extend(u32::try_from(info.len()).unwrap_or(u32::MAX).to_be_bytes());
        self.bytes.extend(info);
    }
}

impl<'a> Method<'a> {
    fn insertions<'m>(&'m self, frames: &'m Frames) -> InsertionsOf<'m, 'a> {
        InsertionsOf {
            method: self,
            frames,
        }
    }

    /// What the plan puts in front of the instruction with this index: a return, or a call.
    fn before(&self, index: usize) -> &'a [u8] {
        let is_return = || {
            let instruction = self.instructions.get(index);
            instruction.is_some_and(|instruction| is_return(instruction.opcode))
        };
        if !self.plan.before_return.is_empty() && is_return() {
            &self.plan.before_return.code
        } else {
            self.call(index).map_or(&[], |call| &call.before.code)
        }
    }

    /// What the plan puts behind the instruction with this index: a call, that of `super()` or `this()` included.
    fn behind(&self, index: usize) -> &'a [u8] {
        let constructs = |found: &Initialisation| found.calls.get(index) == Some(&true);
        if !self.plan.constructed.is_empty() && self.initialisation.as_ref().is_some_and(constructs)
        {
            &self.plan.constructed.code
        } else {
            self.call(index).map_or(&[], |call| &call.behind.code)
        }
    }

    /// What the plan puts around the instruction with this index, if that is a call.
    fn call(&self, index: usize) -> Option<&'a CallPlan<'a>> {
        let pc = self.instructions.get(index)?.pc;
        let calls = &self.plan.calls;
        let at = calls.binary_search_by_key(&pc, |call| call.pc).ok()?;
        calls.get(at)
    }

    /// The catch-all covers the instruction with this index: all but returns, and in constructors only where `this` is
    /// initialised.
    fn in_catch_all(&self, index: usize) -> bool {
        let initialised = |found: &Initialisation| found.done.get(index) == Some(&true);
        !self.plan.handler.is_empty()
            && self.initialisation.as_ref().is_none_or(initialised)
            && self
                .instructions
                .get(index)
                .is_some_and(|instruction| !is_return(instruction.opcode))
    }

    fn max_stack(&self, with_handler: bool) -> u32 {
        let old = u32::from(self.code.max_stack);
        let plan = self.plan;
        let around_calls = plan.calls.iter().map(|call| call.more_stack).max();
        let more = plan.before_return.max_stack.max(plan.constructed.max_stack);
        let grown = old + u32::from(more.max(around_calls.unwrap_or_default()));
        let in_calls = plan.calls.iter().map(|call| call.handler.max_stack).max();
        let grown = grown.max(u32::from(in_calls.unwrap_or_default()));
        let handler = if with_handler {
            u32::from(plan.handler.max_stack)
        } else {
            0
        };
        grown.max(u32::from(plan.entry.max_stack)).max(handler)
    }

    fn max_locals(&self) -> u32 {
        let own: u32 = self
            .plan
            .locals
            .iter()
            .map(|local| u32::from(local.slots()))
            .sum();
        let of_calls = self.plan.calls.iter().map(|call| call.slots).max();
        u32::from(self.code.max_locals) + own + of_calls.unwrap_or_default()
    }
}

fn length(code: &[u8]) -> u32 {
    u32::try_from(code.len()).unwrap_or(u32::MAX)
}

/// The length of the new code is one that a class file can have, and that `HotSpot` compiles if it did before.
fn check_length(before: u32, after: u32, allow_huge: bool) -> Result<(), Refusal> {
    if after > u32::from(u16::MAX) {
        return Err(Refusal::CodeTooLarge(after));
    }
    if before <= HUGE_METHOD && after > HUGE_METHOD && !allow_huge {
        return Err(Refusal::Huge { before, after });
    }
    Ok(())
}

fn limit(value: u32) -> Result<u16, u32> {
    u16::try_from(value).map_err(|_| value)
}

/// What the layout asks about a method.
struct InsertionsOf<'m, 'a> {
    method: &'m Method<'a>,
    frames: &'m Frames,
}

impl Insertions for InsertionsOf<'_, '_> {
    fn entry(&self) -> u32 {
        self.method.plan.entry.len()
    }

    fn behind(&self, index: usize) -> u32 {
        length(self.method.behind(index))
    }

    fn before(&self, index: usize) -> u32 {
        length(self.method.before(index))
    }

    fn covered(&self, index: usize) -> bool {
        self.method.call(index).is_some()
    }

    fn framed(&self, index: usize) -> bool {
        !self.method.framed_version
            || self
                .method
                .instructions
                .get(index)
                .is_some_and(|instruction| self.frames.is_at(instruction.pc))
    }
}

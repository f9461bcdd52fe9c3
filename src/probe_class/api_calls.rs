//! What the code of a method calls of the API, where it can be seen.

use crate::classfile::code::opcode::op;
use crate::classfile::code::{Code, instructions, read_line_numbers};
use crate::classfile::{ClassFile, Member, attribute};
use crate::shim;

/// What of the API a method calls itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Calls {
    /// `ProbeContext.createPayloadWithDeferredName`.
    pub(super) defers_name: bool,
    /// `ThreadState.enter`.
    pub(super) enters_state: bool,
    /// `ThreadState.exit`.
    pub(super) exits_state: bool,
}

/// Looks through the code; what cannot be read calls nothing.
pub(super) fn calls(class: &ClassFile<'_>, member: &Member<'_>) -> Calls {
    let mut calls = Calls::default();
    let Some(code) = code(class, member) else {
        return calls;
    };
    for instruction in instructions(code.bytes).unwrap_or_default() {
        if !matches!(
            instruction.opcode,
            op::invokestatic | op::invokevirtual | op::invokeinterface
        ) {
            continue;
        }
        let Ok((owner, name, _)) = class.pool.member(instruction.pool_index(code.bytes)) else {
            continue;
        };
        let owner = owner.decode();
        let is_state = owner == "weave/probe/ThreadState";
        calls.defers_name |=
            owner == shim::PROBE_CONTEXT && name.0 == b"createPayloadWithDeferredName";
        calls.enters_state |= is_state && name.0 == b"enter";
        calls.exits_state |= is_state && name.0 == b"exit";
    }
    calls
}

/// The line of its first instruction; 0 where it is not known.
pub(super) fn line(class: &ClassFile<'_>, member: &Member<'_>) -> u32 {
    let lines = code(class, member).and_then(|code| {
        let mut tables = code.attributes.iter();
        let table = tables.find(|one| one.name.0 == attribute::LINE_NUMBER_TABLE)?;
        read_line_numbers(table.info).ok()
    });
    let first = lines.as_deref().and_then(<[_]>::first);
    first.map_or(0, |first| first.line_number.into())
}

fn code<'a>(class: &ClassFile<'a>, member: &Member<'a>) -> Option<Code<'a>> {
    Code::read(member.code()?.info, &class.pool).ok()
}

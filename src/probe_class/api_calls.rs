//! What the code of a method calls of the API, where it can be seen.

use crate::classfile::code::opcode::op;
use crate::classfile::code::{Code, Instruction, instructions, read_line_numbers};
use crate::classfile::{ClassFile, Member, attribute};
use crate::shim;

/// Methods of `ProbeContext`.
const PAYLOAD: &str = "createPayload";
const DEFERRED: &str = "createPayloadWithDeferredName";
const OPEN: &str = "openControlObject";
const CLOSE: &str = "closeControlObject";

/// What of the API a method calls itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Calls {
    /// `ProbeContext.createPayloadWithDeferredName`.
    pub(super) defers_name: bool,
    /// `ProbeContext.createPayload`, or the same with a deferred name.
    pub(super) makes_payload: bool,
    /// The method of `ProbeContext` that is given a control object.
    pub(super) control_object: Option<&'static str>,
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
    let all = instructions(code.bytes).unwrap_or_default();
    for (index, instruction) in all.iter().enumerate() {
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
        if owner == shim::PROBE_CONTEXT {
            let makers = [PAYLOAD, DEFERRED];
            let made = makers.into_iter().find(|one| one.as_bytes() == name.0);
            calls.makes_payload |= made.is_some();
            calls.defers_name |= made == Some(DEFERRED);
            let before = all.get(..index).unwrap_or_default();
            let given = made.filter(|_| gives_object(before));
            let mut openers = [OPEN, CLOSE].into_iter();
            let used = given.or_else(|| openers.find(|one| one.as_bytes() == name.0));
            calls.control_object = calls.control_object.or(used);
        }
        calls.enters_state |= is_state && name.0 == b"enter";
        calls.exits_state |= is_state && name.0 == b"exit";
    }
    calls
}

/// True where the last two arguments are a control object and a type, and the object is not null, as far as the instructions
/// before the call show it: the type is then a constant or a variable, and no branch is in between.
fn gives_object(before: &[Instruction]) -> bool {
    let [.., object, of_type] = before else {
        return false;
    };
    let is_load = |one: &Instruction| {
        matches!(one.opcode, op::aload | op::getstatic)
            || (op::aload_0..=op::aload_3).contains(&one.opcode)
    };
    let is_value = |one: &Instruction| {
        matches!(
            one.opcode,
            op::getfield
                | op::aaload
                | op::checkcast
                | op::invokestatic
                | op::invokevirtual
                | op::invokeinterface
                | op::invokespecial
        )
    };
    (is_load(of_type) || of_type.opcode == op::aconst_null) && (is_load(object) || is_value(object))
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

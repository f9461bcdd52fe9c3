//! Bridges and other synthetic methods.
//!
//! A compiler adds a bridge where an override has another erased signature: the bridge casts and calls the method that
//! was written. A rule that names the bridge's signature means that method, once.

use crate::classfile::code::opcode::op;
use crate::classfile::code::{Code, instructions};
use crate::classfile::{ClassFile, access};
use crate::rules::MethodCondition;

use super::Candidate;

/// The method to weave where `method` matched: itself, the method that a bridge calls, or none for a synthetic method
/// that the rule does not ask for.
pub(super) fn woven_for<'c>(
    class: &ClassFile<'_>,
    candidates: &'c [Candidate<'c>],
    method: &'c Candidate<'c>,
    condition: &MethodCondition,
) -> Option<&'c Candidate<'c>> {
    if condition.takes_synthetic() || !method.is(access::SYNTHETIC | access::BRIDGE) {
        return Some(method);
    }
    if method.is(access::BRIDGE) {
        return Some(called(class, candidates, method).unwrap_or(method));
    }
    condition.names_exactly().then_some(method)
}

/// The method of the same class and name that a bridge calls; a bridge to a superclass has none.
fn called<'c>(
    class: &ClassFile<'_>,
    candidates: &'c [Candidate<'c>],
    bridge: &Candidate<'_>,
) -> Option<&'c Candidate<'c>> {
    let code = Code::read(bridge.member.code()?.info, &class.pool).ok()?;
    let calls = instructions(code.bytes).ok()?;
    let call = calls.iter().find(|instruction| {
        matches!(
            instruction.opcode,
            op::invokevirtual | op::invokespecial | op::invokestatic | op::invokeinterface
        ) && class
            .pool
            .member(instruction.pool_index(code.bytes))
            .is_ok_and(|(owner, name, _)| owner == class.name && name == bridge.member.name)
    })?;
    let (_, _, descriptor) = class.pool.member(call.pool_index(code.bytes)).ok()?;
    candidates.iter().find(|candidate| {
        candidate.member.name == bridge.member.name
            && candidate.member.descriptor == descriptor
            && candidate.index != bridge.index
    })
}

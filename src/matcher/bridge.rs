//! Bridges and other synthetic methods.
//!
//! A compiler adds a bridge where an override has another erased signature: the bridge casts and calls the method that was
//! written. A rule that names the bridge's signature means that method, once. The method may stand in a superclass, where a
//! class is made to implement an interface by what it inherits, or where a public class inherits from one that is not: then the
//! rule means the method there if it takes it there, and else the bridge itself.

use std::cell::OnceCell;

use hashbrown::HashMap;

use crate::classfile::code::opcode::op;
use crate::classfile::code::{Code, instructions};
use crate::classfile::{ClassFile, Mutf8, access};
use crate::model::{MethodFacts, MethodSpec};
use crate::names::{binary_name, package};

use super::candidate::{Candidate, Surroundings};

/// Bridges that call bridges: compilers write one, obfuscators perhaps two.
const MAX_STEPS: usize = 8;

/// A class whose methods a rule may mean by the names of bridges.
pub(super) struct Bridges<'c> {
    pub(super) class: &'c ClassFile<'c>,
    pub(super) candidates: &'c [Candidate<'c>],
    pub(super) around: Surroundings<'c>,
    /// The candidates by name and descriptor, once a bridge asks for them.
    pub(super) by_signature: OnceCell<Signatures<'c>>,
}

/// Candidates by name and descriptor.
pub(super) type Signatures<'c> = HashMap<(Mutf8<'c>, Mutf8<'c>), &'c Candidate<'c>>;

impl<'c> Bridges<'c> {
    /// The method to weave where `spec` matched `method`: itself, the method that a bridge calls, or none for a synthetic method
    /// that the rule does not ask for.
    pub(super) fn woven_for(
        &self,
        method: &'c Candidate<'c>,
        spec: &MethodSpec,
    ) -> Option<&'c Candidate<'c>> {
        let condition = &spec.method;
        if condition.takes_synthetic() || !method.is(access::SYNTHETIC | access::BRIDGE) {
            return Some(method);
        }
        if !method.is(access::BRIDGE) {
            return condition.names_exactly().then_some(method);
        }
        let mut bridge = method;
        for _ in 0..MAX_STEPS {
            let Some((owner, descriptor)) = self.call(bridge) else {
                return Some(bridge);
            };
            if owner != self.class.name {
                let is_taken_there = self.takes_inherited(owner, descriptor, bridge, spec);
                return (!is_taken_there).then_some(bridge);
            }
            let signatures = self.by_signature.get_or_init(|| {
                let all = self.candidates.iter();
                all.map(|one| ((one.member.name, one.member.descriptor), one))
                    .collect()
            });
            let called = signatures.get(&(bridge.member.name, descriptor));
            match called.filter(|called| called.index != bridge.index) {
                Some(called) if called.is(access::BRIDGE) => bridge = called,
                Some(called) => return Some(called),
                None => return Some(bridge),
            }
        }
        Some(bridge)
    }

    /// Owner and descriptor of the first call of a method of the bridge's own name.
    fn call(&self, bridge: &Candidate<'_>) -> Option<(Mutf8<'c>, Mutf8<'c>)> {
        let pool = &self.class.pool;
        let member = self.class.methods.get(bridge.index)?;
        let code = Code::read(member.code()?.info, pool).ok()?;
        let calls = instructions(code.bytes).ok()?;
        calls.iter().find_map(|instruction| {
            let is_call = matches!(
                instruction.opcode,
                op::invokevirtual | op::invokespecial | op::invokestatic | op::invokeinterface
            );
            let index = is_call.then(|| instruction.pool_index(code.bytes))?;
            let (owner, name, descriptor) = pool.member(index).ok()?;
            (name == member.name).then_some((owner, descriptor))
        })
    }

    /// True where `spec` takes the method that a bridge calls in a superclass among the inputs, so that it is woven there.
    fn takes_inherited(
        &self,
        owner: Mutf8<'_>,
        descriptor: Mutf8<'_>,
        bridge: &Candidate<'_>,
        spec: &MethodSpec,
    ) -> bool {
        let owner = binary_name(&owner.decode());
        let facts = MethodFacts {
            descriptor: &descriptor.decode(),
            ..bridge.facts()
        };
        let is_input = match self.around.hierarchy {
            Some(types) => types.is_input(&owner),
            // A class is made a bridge by one of its own package mostly: that is in the same archive.
            None => package(&owner) == package(&self.class.binary_name()),
        };
        is_input && spec.method.matches(&facts) && self.takes_class(&owner, spec)
    }

    fn takes_class(&self, owner: &str, spec: &MethodSpec) -> bool {
        let lineage = || self.around.hierarchy?.lineage(owner);
        spec.class.names(owner)
            || lineage().is_some_and(|lineage| spec.class.takes_subtype(owner, &*lineage))
    }
}

//! Call sites: the call instructions of a class that name a method which an interception `at = "call"` means.
//!
//! A method that is called is known by what the instruction says of it: the class that it names, the name and the
//! descriptor. That class is the one the compiler saw, the static type of the receiver: the one that declares the method is
//! found as the JVM resolves it. A rule means a method by either.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::classfile::code::opcode::op;
use crate::classfile::code::{Boundaries, Code, Instruction, OldPc, follow_this, instructions};
use crate::classfile::{ClassError, ClassFile, Constant, access};
use crate::hierarchy::{Declared, Hierarchy, Resolved};
use crate::model::{ClassFacts, Interception, MethodFacts, MethodSpec, RuleSet, Supertypes};
use crate::names::binary_name;
use crate::refusal::Refusal;

use super::candidate::Candidate;
use super::references::{References, WovenReference};
use super::{Refused, call_specs, needs_end};

/// A call that is woven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSite {
    /// Where the instruction is.
    pub pc: OldPc,
    /// Its opcode.
    pub opcode: u8,
    /// The constant that it names: a method.
    pub constant: u16,
}

/// A call with what is woven around it, in nesting order.
pub type WovenCall<'r> = (CallSite, Vec<&'r Interception>);

/// The calls in a method that rules mean.
pub(super) struct Sites<'r> {
    /// Those that are woven, in the order of the code.
    pub(super) calls: Vec<WovenCall<'r>>,
    /// The method references that are, in the order of the code.
    pub(super) references: Vec<WovenReference<'r>>,
    /// What is left alone.
    pub(super) refused: Vec<Refused<'r>>,
}

impl Sites<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty() && self.references.is_empty()
    }

    /// Around how many calls and references an interception is woven.
    pub(super) fn count(&self, interception: &Interception) -> usize {
        let calls = self.calls.iter().map(|(_, around)| around);
        let references = self.references.iter().map(|(_, around)| around);
        let all = calls.chain(references);
        all.filter(|around| around.iter().any(|one| one.id == interception.id))
            .count()
    }
}

/// The methods that the calls of a class name, with the interceptions for each; by constant.
#[derive(Debug, Default)]
pub(super) struct Called<'r> {
    by_constant: BTreeMap<u16, Vec<&'r Interception>>,
    references: References,
    /// The types that could not be found and keep rules from knowing what they mean.
    pub(super) unresolved: BTreeSet<Arc<str>>,
}

impl<'r> Called<'r> {
    /// Looks through the constants of `class`, and not into its code.
    pub(super) fn new(
        rules: &'r RuleSet,
        class: &ClassFile<'_>,
        types: Option<&Hierarchy>,
    ) -> Self {
        let specs: Vec<&Interception> = call_specs(rules).collect();
        let mut called = Self::default();
        if specs.is_empty() {
            return called;
        }
        for (index, constant) in class.pool.iter() {
            let (Constant::Methodref(..) | Constant::InterfaceMethodref(..)) = constant else {
                continue;
            };
            let Ok((owner, name, descriptor)) = class.pool.member(index) else {
                continue;
            };
            let (name, descriptor) = (name.decode(), descriptor.decode());
            let facts = MethodFacts {
                name: &name,
                descriptor: &descriptor,
                ..MethodFacts::default()
            };
            let named = Named {
                owner: &binary_name(&owner.decode()),
                name: &name,
                descriptor: &descriptor,
                types,
            };
            let mut found = specs.clone();
            found.retain(|spec| {
                spec.method.method.matches(&facts)
                    && named.is_meant(&spec.method, &mut called.unresolved)
            });
            if !found.is_empty() {
                called.by_constant.insert(index, found);
            }
        }
        let means = |constant| called.by_constant.contains_key(&constant);
        // What cannot be read is refused with the code that uses it.
        called.references = References::new(class, types, means).unwrap_or_default();
        called
    }

    /// True when no call of the class is meant.
    pub(super) fn is_empty(&self) -> bool {
        self.by_constant.is_empty()
    }

    /// What is woven of the calls in the code of `method`, and what is refused there.
    pub(super) fn sites(&self, class: &ClassFile<'_>, method: &Candidate<'_>) -> Sites<'r> {
        let mut refused: Vec<Refused<'r>> = Vec::new();
        let mut refuse = |interception: &'r Interception, refusal: Refusal| {
            let new = Refused {
                method: method.index,
                interception,
                refusal,
            };
            let known = refused.iter().any(|known| {
                known.interception.id == interception.id && known.refusal == new.refusal
            });
            if !known {
                refused.push(new);
            }
        };
        let sites = self.all_sites(class, method).unwrap_or_else(|error| {
            for &interception in self.by_constant.values().flatten() {
                refuse(interception, Refusal::Malformed(error.clone()));
            }
            Vec::new()
        });
        let mut calls = Vec::with_capacity(sites.len());
        for site in sites {
            let around = self.around(class, site.constant, &mut refuse);
            if !around.is_empty() {
                calls.push((site, around));
            }
        }
        let mut references = Vec::new();
        for (target, site) in self.references.of(class, method).unwrap_or_default() {
            let around = self.around(class, target, &mut refuse);
            match site {
                Ok(site) if !around.is_empty() => references.push((site, around)),
                Ok(_) => {}
                Err(refusal) => around
                    .into_iter()
                    .for_each(|interception| refuse(interception, refusal.clone())),
            }
        }
        Sites {
            calls,
            references,
            refused,
        }
    }

    /// What is woven around calls of the method at `constant`.
    fn around(
        &self,
        class: &ClassFile<'_>,
        constant: u16,
        refuse: &mut impl FnMut(&'r Interception, Refusal),
    ) -> Vec<&'r Interception> {
        let member = class.pool.member(constant);
        let is_constructor = member.is_ok_and(|(_, name, _)| name.0 == b"<init>");
        let around = self.by_constant.get(&constant);
        let mut around = around.cloned().unwrap_or_default();
        around.retain(|&interception| {
            let refused = is_constructor && needs_end(interception);
            if refused {
                refuse(interception, Refusal::ConstructorExit);
            }
            !refused
        });
        around
    }

    fn all_sites(
        &self,
        class: &ClassFile<'_>,
        method: &Candidate<'_>,
    ) -> Result<Vec<CallSite>, ClassError> {
        let Some(code) = method.member.code() else {
            return Ok(Vec::new());
        };
        let code = Code::read(code.info, &class.pool)?;
        let all = instructions(code.bytes)?;
        let mut sites = Vec::new();
        for (index, instruction) in all.iter().enumerate() {
            if !is_call(instruction) {
                continue;
            }
            let constant = instruction.pool_index(code.bytes);
            if self.by_constant.contains_key(&constant) {
                let site = CallSite {
                    pc: instruction.pc,
                    opcode: instruction.opcode,
                    constant,
                };
                sites.push((index, site));
            }
        }
        if method.name == "<init>" && sites.iter().any(|(_, site)| may_be_super(class, site)) {
            // What initialises `this` is no call of a constructor of a new object.
            let boundaries = Boundaries::new(&all, code.bytes.len());
            let found = follow_this(&code, &all, &boundaries, &class.pool)?;
            sites.retain(|(index, _)| found.calls.get(*index) != Some(&true));
        }
        Ok(sites.into_iter().map(|(_, site)| site).collect())
    }
}

fn is_call(instruction: &Instruction) -> bool {
    matches!(
        instruction.opcode,
        op::invokevirtual | op::invokespecial | op::invokestatic | op::invokeinterface
    )
}

fn may_be_super(class: &ClassFile<'_>, site: &CallSite) -> bool {
    site.opcode == op::invokespecial
        && class
            .pool
            .member(site.constant)
            .is_ok_and(|(owner, name, _)| {
                name.0 == b"<init>" && (owner == class.name || Some(owner) == class.super_name)
            })
}

/// A method that a call names, and what is known of it.
struct Named<'n> {
    owner: &'n str,
    name: &'n str,
    descriptor: &'n str,
    types: Option<&'n Hierarchy>,
}

impl Named<'_> {
    /// Does the class component of `spec` mean it? Types are looked for where the name of the class alone does not say so; those
    /// that stand in the way go to `unresolved`.
    fn is_meant(&self, spec: &MethodSpec, unresolved: &mut BTreeSet<Arc<str>>) -> bool {
        let facts = ClassFacts {
            name: self.owner,
            ..ClassFacts::default()
        };
        if let Some(meant) = judge(spec, &facts, None) {
            return meant;
        }
        let Some(types) = self.types else {
            return false;
        };
        if self.is_declared_in_none(spec, types) {
            return false;
        }
        let lineage = spec.class.subtypes.then(|| types.lineage(self.owner));
        let lineage = lineage.flatten();
        let facts = ClassFacts {
            lineage: lineage.as_deref().map(|one| one as &dyn Supertypes),
            ..facts
        };
        let resolved = self.resolved(types);
        if let Some(meant) = judge(spec, &facts, Some(&resolved)) {
            return meant;
        }
        let mut missing = resolved.missing.clone();
        match &lineage {
            Some(lineage) => missing.extend(lineage.missing.iter().cloned()),
            None if spec.class.subtypes => _ = missing.insert(self.owner.into()),
            None => {}
        }
        missing.iter().for_each(|name| types.needs(name));
        unresolved.extend(missing);
        false
    }

    /// True where no class that the rule names declares the method: whatever the owner inherits, it is not meant.
    fn is_declared_in_none(&self, spec: &MethodSpec, types: &Hierarchy) -> bool {
        let declares = |class| types.declares(class, self.name, self.descriptor);
        let mut classes = spec.class.exact_names();
        !spec.class.subtypes
            && spec.class.names_exactly()
            && classes.all(|class| declares(class) == Some(false))
    }

    /// A constructor is never inherited.
    fn resolved(&self, types: &Hierarchy) -> Arc<Resolved> {
        if self.name != "<init>" {
            return types.resolve(self.owner, self.name, self.descriptor);
        }
        let own = Declared {
            class: self.owner.into(),
            access_flags: access::PUBLIC,
            is_caller_sensitive: false,
        };
        Arc::new(Resolved {
            declared: vec![own],
            missing: BTreeSet::new(),
        })
    }
}

/// Does the class component of `spec` mean a method that a call names in the class `owner`? It means a method by that class, and
/// by the one that declares it; with `subtypes` by all supertypes of `owner`, and then what hides the method is another.
/// `None`: that is not known, or takes what was not given.
fn judge(spec: &MethodSpec, owner: &ClassFacts<'_>, resolved: Option<&Resolved>) -> Option<bool> {
    let Some(names) = &spec.class.name else {
        return Some(true);
    };
    let judged = names.judge(|one| {
        if one.matches(owner.name) {
            Some(true)
        } else if spec.class.subtypes {
            owner.lineage?.has(&|name| one.matches(name))
        } else {
            resolved?.is(|method| one.matches(&method.class))
        }
    })?;
    if !judged || !spec.class.subtypes || names.matches(owner.name) {
        return Some(judged);
    }
    resolved?
        .is(|method| names.matches(&method.class) || spec.method.may_override(method.access_flags))
}

//! Method references: the targets that `LambdaMetafactory` binds to an object of a functional interface.
//!
//! The JVM calls such a target from a class of its own, so there is no call to weave in the class that has the reference.

use std::collections::BTreeMap;

use crate::classfile::code::opcode::op;
use crate::classfile::code::{Code, instructions};
use crate::classfile::{
    BootstrapMethod, ClassError, ClassFile, Constant, access, attribute, read_bootstrap_methods,
};
use crate::refusal::Refusal;

use super::Candidate;

/// The method references of a class to methods that some rule means.
#[derive(Debug, Default)]
pub(super) struct References {
    /// The constant of the target and why it is not woven, by the index of the bootstrap method.
    by_bootstrap: BTreeMap<u16, (u16, Refusal)>,
}

impl References {
    /// Looks through the bootstrap methods of `class`; `means` says whether a rule means a method, by its constant.
    pub(super) fn new(
        class: &ClassFile<'_>,
        means: impl Fn(u16) -> bool,
    ) -> Result<Self, ClassError> {
        let mut found = Self::default();
        let table = class.attributes.iter();
        let mut table = table.filter(|one| one.name.0 == attribute::BOOTSTRAP_METHODS);
        let Some(table) = table.next() else {
            return Ok(found);
        };
        for (index, row) in (0..).zip(read_bootstrap_methods(table.info)?) {
            let Some(target) = target(class, &row).filter(|&target| means(target)) else {
                continue;
            };
            if !is_lambda_body(class, target)? {
                let (owner, name, _) = class.pool.member(target)?;
                let shown = format!("{}.{}", owner.decode().replace('/', "."), name.decode());
                let refusal = if is_serializable(class, &row) {
                    Refusal::SerializableReference(shown)
                } else {
                    Refusal::MethodReference(shown)
                };
                found.by_bootstrap.insert(index, (target, refusal));
            }
        }
        Ok(found)
    }

    /// The references in the code of `method`: the constant of each target, and why it is not woven.
    pub(super) fn of<'s>(
        &'s self,
        class: &ClassFile<'_>,
        method: &Candidate<'_>,
    ) -> Result<Vec<&'s (u16, Refusal)>, ClassError> {
        let Some(code) = method
            .member
            .code()
            .filter(|_| !self.by_bootstrap.is_empty())
        else {
            return Ok(Vec::new());
        };
        let code = Code::read(code.info, &class.pool)?;
        let all = instructions(code.bytes)?;
        let dynamic = all.iter().filter(|one| one.opcode == op::invokedynamic);
        let references =
            dynamic.filter_map(|one| match class.pool.get(one.pool_index(code.bytes)) {
                Ok(Constant::InvokeDynamic(bootstrap, _)) => self.by_bootstrap.get(&bootstrap),
                _ => None,
            });
        Ok(references.collect())
    }
}

/// The method that `LambdaMetafactory` binds: its second static argument.
fn target(class: &ClassFile<'_>, row: &BootstrapMethod) -> Option<u16> {
    let (owner, _) = factory(class, row)?;
    match class.pool.get(*row.arguments.get(1)?).ok()? {
        Constant::MethodHandle(_, target) if owner == b"java/lang/invoke/LambdaMetafactory" => {
            Some(target)
        }
        _ => None,
    }
}

/// Class and name of the bootstrap method.
fn factory<'a>(class: &ClassFile<'a>, row: &BootstrapMethod) -> Option<(&'a [u8], &'a [u8])> {
    let Ok(Constant::MethodHandle(_, factory)) = class.pool.get(row.method_ref) else {
        return None;
    };
    let (owner, name, _) = class.pool.member(factory).ok()?;
    Some((owner.0, name.0))
}

/// `altMetafactory` with `FLAG_SERIALIZABLE` in its fourth static argument: the target is part of the serialized form.
fn is_serializable(class: &ClassFile<'_>, row: &BootstrapMethod) -> bool {
    let flags = row.arguments.get(3).map(|&flags| class.pool.get(flags));
    factory(class, row).is_some_and(|(_, name)| name == b"altMetafactory")
        && matches!(flags, Some(Ok(Constant::Integer(flags))) if flags & 1 != 0)
}

/// The body of a lambda is a synthetic method of the class itself: the calls in it are woven as all others.
fn is_lambda_body(class: &ClassFile<'_>, target: u16) -> Result<bool, ClassError> {
    let (owner, name, descriptor) = class.pool.member(target)?;
    let mut own = class.methods.iter();
    Ok(owner == class.name
        && own.any(|method| {
            method.access_flags & access::SYNTHETIC != 0
                && (method.name, method.descriptor) == (name, descriptor)
        }))
}

//! Method references: the targets that `LambdaMetafactory` binds to an object of a functional interface.
//!
//! The JVM calls such a target from a class of its own, so there is no call to weave in the class that has the reference. It is
//! given another target, a [`Relay`] that calls the first one and is woven. That is done only where a call from another class
//! is the same call: where everybody may make it, and what is called does not look at who does.

use std::collections::BTreeMap;

use hashbrown::HashSet;

use crate::classfile::code::opcode::op;
use crate::classfile::code::{Code, OldPc, instructions};
use crate::classfile::{
    BootstrapMethod, ClassError, ClassFile, Constant, Mutf8, access, attribute, in_proportion,
    read_bootstrap_methods,
};
use crate::hierarchy::{Declared, Hierarchy};
use crate::model::Interception;
use crate::names::{
    MethodDescriptor, binary_name, class_of, is_array, notation, with_receiver, with_result,
};
use crate::refusal::Refusal;

use super::Candidate;

const METAFACTORY: &[u8] = b"java/lang/invoke/LambdaMetafactory";
/// Java 8, whose compilers were the first to write method references.
const OLDEST_MAJOR: u16 = 52;
/// Of `altMetafactory`.
const FLAG_SERIALIZABLE: i32 = 1;

/// A `reference_kind` of a method handle (JVMS table 5.4.3.5-A) that a relay can stand in for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceKind {
    /// `REF_invokeVirtual`.
    Virtual = 5,
    /// `REF_invokeStatic`.
    Static = 6,
    /// `REF_newInvokeSpecial`.
    New = 8,
    /// `REF_invokeInterface`.
    Interface = 9,
}

impl ReferenceKind {
    fn of(reference_kind: u8) -> Option<Self> {
        let all = [Self::Virtual, Self::Static, Self::New, Self::Interface];
        all.into_iter().find(|&kind| kind as u8 == reference_kind)
    }

    fn has_receiver(self) -> bool {
        matches!(self, Self::Virtual | Self::Interface)
    }
}

/// A static method that does what the target of a method reference does: it calls it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relay {
    /// How the target is called.
    pub kind: ReferenceKind,
    /// The internal name of the class that the reference names.
    pub owner: String,
    /// That is an interface.
    pub in_interface: bool,
    /// The name of the target.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The internal name of the type whose objects it is called of, `owner` or a subtype; `None` where it is called of none.
    pub receiver: Option<String>,
}

impl Relay {
    /// Characters of its names.
    fn length(&self) -> usize {
        self.owner.len() + self.name.len() + self.descriptor.len()
    }

    /// The name of the static method.
    pub fn method_name(&self) -> &str {
        match self.kind {
            ReferenceKind::New => "new",
            _ => &self.name,
        }
    }

    /// The descriptor of the static method: the receiver comes first, a constructor gives the object.
    pub fn method_descriptor(&self) -> String {
        match (self.kind, &self.receiver) {
            (ReferenceKind::New, _) => with_result(&self.descriptor, &self.owner),
            (_, Some(receiver)) => with_receiver(&self.descriptor, receiver),
            (_, None) => self.descriptor.clone(),
        }
    }
}

/// A method reference that is woven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceSite {
    /// Where the `invokedynamic` is.
    pub pc: OldPc,
    /// The index of its bootstrap method.
    pub bootstrap: u16,
    /// The constant with its name and type.
    pub name_and_type: u16,
    /// What takes the place of the target.
    pub relay: Relay,
}

/// A method reference with what is woven around the call of its target, in nesting order.
pub type WovenReference<'r> = (ReferenceSite, Vec<&'r Interception>);

/// The method references of a class to methods that some rule means.
#[derive(Debug, Default)]
pub(super) struct References {
    by_bootstrap: BTreeMap<u16, Target>,
}

/// The target of a method reference.
#[derive(Debug)]
struct Target {
    /// Its constant.
    constant: u16,
    /// The relay for it, its receiver the owner; or why the reference stays as it is.
    relay: Result<Relay, Refusal>,
}

/// A method reference in the code, by the constant of its target: woven, or left alone.
pub(super) type Reference = (u16, Result<ReferenceSite, Refusal>);

impl References {
    /// Looks through the bootstrap methods of `class`; `means` says whether a rule means a method, by its constant.
    pub(super) fn new(
        class: &ClassFile<'_>,
        types: Option<&Hierarchy>,
        means: impl Fn(u16) -> bool,
    ) -> Result<Self, ClassError> {
        let mut found = Self::default();
        let table = class.attributes.iter();
        let mut table = table.filter(|one| one.name.0 == attribute::BOOTSTRAP_METHODS);
        let Some(table) = table.next() else {
            return Ok(found);
        };
        let mut bodies = LambdaBodies::default();
        let mut in_full = 0;
        for (index, row) in (0..=u16::MAX).zip(read_bootstrap_methods(table.info)?) {
            let target = target(class, &row).filter(|&(_, target)| means(target));
            let Some((kind, constant)) = target else {
                continue;
            };
            if !bodies.contains(class, constant)? {
                let mut relay = relay(class, &row, kind, constant, types)?;
                in_full += relay.as_ref().map_or(0, Relay::length);
                if in_full > in_proportion(class.length()) {
                    relay = Err(Refusal::ClassTooLarge(in_proportion(class.length())));
                }
                found.by_bootstrap.insert(index, Target { constant, relay });
            }
        }
        Ok(found)
    }

    /// The references in the code of `method`, in order.
    pub(super) fn of(
        &self,
        class: &ClassFile<'_>,
        method: &Candidate<'_>,
    ) -> Result<Vec<Reference>, ClassError> {
        let code = method.member.code();
        let Some(code) = code.filter(|_| !self.by_bootstrap.is_empty()) else {
            return Ok(Vec::new());
        };
        let code = Code::read(code.info, &class.pool)?;
        let all = instructions(code.bytes)?;
        let dynamic = all.iter().filter(|one| one.opcode == op::invokedynamic);
        let mut references = Vec::new();
        for instruction in dynamic {
            let constant = class.pool.get(instruction.pool_index(code.bytes))?;
            let Constant::InvokeDynamic(bootstrap, name_and_type) = constant else {
                continue;
            };
            let Some(target) = self.by_bootstrap.get(&bootstrap) else {
                continue;
            };
            let site = match &target.relay {
                Ok(relay) => Ok(ReferenceSite {
                    pc: instruction.pc,
                    bootstrap,
                    name_and_type,
                    relay: bound(class, relay, name_and_type)?,
                }),
                Err(refusal) => Err(refusal.clone()),
            };
            references.push((target.constant, site));
        }
        Ok(references)
    }
}

/// The relay where the `invokedynamic` has this name and type. `LambdaMetafactory` wants captured values under the very types
/// that the implementation takes, so a receiver that is captured is taken under its own.
fn bound(class: &ClassFile<'_>, relay: &Relay, name_and_type: u16) -> Result<Relay, ClassError> {
    let mut relay = relay.clone();
    let (_, factory) = class.pool.name_and_type(name_and_type)?;
    let factory = factory.decode();
    let captured = MethodDescriptor::parse(&factory)?.parameters;
    if let (Some(receiver), Some((_, captured))) = (&mut relay.receiver, captured.first()) {
        let name = class_of(captured);
        name.ok_or(ClassError::Malformed(
            "a method of no object is referred to",
        ))?
        .clone_into(receiver);
    }
    Ok(relay)
}

/// The relay for the target of a reference, or why there is none.
fn relay(
    class: &ClassFile<'_>,
    row: &BootstrapMethod,
    kind: u8,
    target: u16,
    types: Option<&Hierarchy>,
) -> Result<Result<Relay, Refusal>, ClassError> {
    let (owner, name, descriptor) = class.pool.member(target)?;
    let (owner, name, descriptor) = (owner.decode(), name.decode(), descriptor.decode());
    let dotted = binary_name(&owner);
    let shown = notation::member(&dotted, &notation::method(&name, &descriptor));
    if is_serializable(class, row) {
        return Ok(Err(Refusal::SerializableReference(shown)));
    }
    let refused = |why| Ok(Err(Refusal::MethodReference(shown.clone(), why)));
    if class.major_version < OLDEST_MAJOR {
        return refused("the class file is older than Java 8");
    }
    if is_array(&owner) {
        return refused("the method is one of an array");
    }
    if MethodDescriptor::of_instance(&descriptor).is_err() {
        return refused("it takes more than a method can");
    }
    let Some(types) = types else {
        return refused("the types of the JDK are not known");
    };
    match types.is_accessible(&dotted) {
        Some(true) => {}
        Some(false) => return refused("not every class may name the one that has the method"),
        None => return refused("the class of the method is not found"),
    }
    let resolved = types.resolve(&dotted, &name, &descriptor);
    let all = |is: fn(&Declared) -> bool| resolved.declared.iter().all(is);
    if resolved.declared.is_empty() {
        refused("the method is not found")
    } else if !all(|method| method.access_flags & access::PUBLIC != 0) {
        refused("the method is not public")
    } else if !all(|method| !method.is_caller_sensitive) {
        refused("what the method does depends on its caller")
    } else if let Some(kind) = ReferenceKind::of(kind) {
        let mut declared = resolved.declared.iter();
        if declared.any(|method| {
            let flags = access::FINAL | access::STATIC | access::PRIVATE;
            let overrides = kind.has_receiver() && method.access_flags & flags == 0;
            types.sees_caller(&method.class, &name, &descriptor, overrides)
        }) {
            return refused("the method, or what it calls, looks at the classes that call it");
        }
        Ok(Ok(Relay {
            kind,
            receiver: kind.has_receiver().then(|| owner.clone().into_owned()),
            owner: owner.into_owned(),
            in_interface: matches!(class.pool.get(target)?, Constant::InterfaceMethodref(..)),
            name: name.into_owned(),
            descriptor: descriptor.into_owned(),
        }))
    } else {
        refused("the method is called whatever overrides it")
    }
}

/// The method that `LambdaMetafactory` binds: the kind of its handle and its constant, from the second static argument.
fn target(class: &ClassFile<'_>, row: &BootstrapMethod) -> Option<(u8, u16)> {
    let (owner, name) = factory(class, row)?;
    let is_known = owner == METAFACTORY && matches!(name, b"metafactory" | b"altMetafactory");
    match class.pool.get(*row.arguments.get(1)?).ok()? {
        Constant::MethodHandle(kind, target) if is_known => Some((kind, target)),
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
        && matches!(flags, Some(Ok(Constant::Integer(flags))) if flags & FLAG_SERIALIZABLE != 0)
}

/// The bodies of lambdas, which are synthetic methods of the class itself: the calls in them are woven as all others.
#[derive(Default)]
struct LambdaBodies<'a>(Option<HashSet<(Mutf8<'a>, Mutf8<'a>)>>);

impl<'a> LambdaBodies<'a> {
    fn contains(&mut self, class: &ClassFile<'a>, target: u16) -> Result<bool, ClassError> {
        let (owner, name, descriptor) = class.pool.member(target)?;
        if owner != class.name {
            return Ok(false);
        }
        let bodies = self.0.get_or_insert_with(|| {
            let own = class.methods.iter();
            own.filter(|method| method.access_flags & access::SYNTHETIC != 0)
                .map(|method| (method.name, method.descriptor))
                .collect()
        });
        Ok(bodies.contains(&(name, descriptor)))
    }
}

//! Relays: static methods that call the targets of method references, and so have a call that can be woven.
//!
//! They are made unwoven. What is woven into them is what would be woven around the same call anywhere else.

use std::collections::BTreeSet;

use crate::classfile::access;
use crate::classfile::code::opcode::op;
use crate::matcher::{ReferenceKind, Relay};
use crate::names::{Kind, MethodDescriptor};

use super::assembler::{Assembler, ClassBuilder};
use super::error::GenerateError;
use super::{GeneratedClass, Names};

/// The classes of `relays`, one for the methods of a class that are called in one way.
///
/// # Errors
/// [`GenerateError`]: tens of thousands of methods of one class.
pub fn relays(
    relays: &BTreeSet<Relay>,
    names: &Names,
) -> Result<Vec<GeneratedClass>, GenerateError> {
    let mut sorted: Vec<&Relay> = relays.iter().collect();
    sorted.sort_by_cached_key(|relay| names.relay(relay));
    let of_one_class = |one: &&Relay, other: &&Relay| names.relay(one) == names.relay(other);
    let classes = sorted.chunk_by(of_one_class);
    classes.map(|relays| relay_class(relays, names)).collect()
}

fn relay_class(relays: &[&Relay], names: &Names) -> Result<GeneratedClass, GenerateError> {
    let name = relays.first().map(|relay| names.relay(relay));
    let name = name.unwrap_or_default();
    let mut class = ClassBuilder::new(
        access::PUBLIC | access::FINAL | access::SUPER,
        &name,
        "java/lang/Object",
    )?;
    for relay in relays {
        let code = call(&mut class, relay)?;
        class.method(
            access::PUBLIC | access::STATIC,
            relay.method_name(),
            &relay.method_descriptor(),
            code,
        )?;
    }
    Ok(GeneratedClass {
        name,
        bytes: class.finish()?,
    })
}

/// Passes all parameters on, and returns what comes back.
fn call(class: &mut ClassBuilder, relay: &Relay) -> Result<Assembler, GenerateError> {
    let descriptor = relay.method_descriptor();
    let descriptor = MethodDescriptor::parse(&descriptor)?;
    let mut code = Assembler::new(&descriptor, true);
    let owner = class.pool.class(&relay.owner)?;
    let mut taken = descriptor.parameter_slots();
    if relay.kind == ReferenceKind::New {
        code.indexed(op::new, owner, 0, 1);
        code.plain(op::dup, 1, 2);
        taken += 1;
    }
    let mut slot = 0;
    for &(kind, _) in &descriptor.parameters {
        code.load(kind, slot);
        // So that the verifier loads no class to know that the one extends the other.
        let is_other = |receiver: &String| *receiver != relay.owner;
        if slot == 0 && relay.receiver.as_ref().is_some_and(is_other) {
            code.indexed(op::checkcast, owner, 1, 1);
        }
        slot += kind.slots();
    }
    let (name, called) = (&relay.name, &relay.descriptor);
    let target = if relay.in_interface {
        class.pool.interface_method(&relay.owner, name, called)?
    } else {
        class.pool.method(&relay.owner, name, called)?
    };
    let given = match (relay.kind, descriptor.returns) {
        (ReferenceKind::New, _) | (_, None) => 0,
        (_, Some((kind, _))) => kind.slots(),
    };
    match relay.kind {
        ReferenceKind::Virtual => code.indexed(op::invokevirtual, target, taken, given),
        ReferenceKind::Static => code.indexed(op::invokestatic, target, taken, given),
        ReferenceKind::New => code.indexed(op::invokespecial, target, taken, given),
        ReferenceKind::Interface => code.invokeinterface(target, taken, given),
    }
    match descriptor.returns {
        None => code.plain(op::return_, 0, 0),
        Some((kind, _)) => {
            let opcode = match kind {
                Kind::Int(_) => op::ireturn,
                Kind::Long => op::lreturn,
                Kind::Float => op::freturn,
                Kind::Double => op::dreturn,
                Kind::Reference => op::areturn,
            };
            code.plain(opcode, kind.slots(), 0);
        }
    }
    Ok(code)
}

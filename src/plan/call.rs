//! What is put around one call instruction of a method.
//!
//! The arguments are on the operand stack, and below them whatever the caller has there, objects without a constructor
//! call included. The ones that adapters take are stored into fresh locals, with those above them, and put back. Values
//! below stay where they are; only the handler drops them, as the exception did.

use std::borrow::Cow;
use std::rc::Rc;

use crate::classfile::code::{OldPc, Slots, Type, VerificationType};
use crate::classfile::{Kind, MethodDescriptor, PoolBuilder};
use crate::refusal::Refusal;
use crate::rules::{Interception, Value};

use super::adapter::{Points, Role};
use super::adapters::Adapters;
use super::calling::{AdapterNames, Calling};
use super::{CallPlan, Snippet};

/// A call instruction that is woven.
#[derive(Debug, Clone)]
pub struct Call<'c, 'a> {
    /// Where it is.
    pub pc: OldPc,
    /// Binary name of the class that it names, with dots.
    pub class: String,
    /// Name of the method that it names.
    pub name: Cow<'a, str>,
    /// Its descriptor.
    pub descriptor: Cow<'a, str>,
    /// `invokestatic`.
    pub is_static: bool,
    /// Of a constructor: a second reference to the new object is on the stack when it returns.
    pub leaves_object: bool,
    /// What is woven, in nesting order.
    pub interceptions: &'c [&'c Interception],
    /// The types before it, where they are known.
    pub types: Option<Slots<Type<'a>>>,
}

impl Call<'_, '_> {
    fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }

    /// What adapters can be given of the stack before the call, from the bottom. A new object is nothing yet.
    fn on_stack(&self, descriptor: &MethodDescriptor<'_>) -> Vec<(Value, Kind)> {
        let receiver = !self.is_static && !self.is_constructor();
        let arguments = descriptor.parameters.iter().map(|&(kind, _)| kind);
        receiver
            .then_some((Value::This, Kind::Reference))
            .into_iter()
            .chain((0..).map(Value::Argument).zip(arguments))
            .collect()
    }
}

/// Plans one call; our locals start at `first_local`.
pub(super) fn plan_call<'a>(
    call: Call<'_, 'a>,
    first_local: u32,
    object: u16,
    names: &impl AdapterNames,
    pool: &mut PoolBuilder<'_>,
    adapters: &mut Adapters,
) -> Result<CallPlan<'a>, Refusal> {
    let descriptor = MethodDescriptor::parse(&call.descriptor)?;
    // The handler covers a constructor whole, so none needs the points of one that is woven itself.
    let points: Vec<Rc<Points>> = call
        .interceptions
        .iter()
        .map(|interception| adapters.points(interception, false))
        .collect();
    let mut locals = Locals {
        next: first_local,
        types: Vec::new(),
        object,
    };
    let mut tokens = Vec::with_capacity(points.len());
    for point in &points {
        let gives = point.enter.as_ref().is_some_and(|enter| enter.gives_token);
        tokens.push(if gives {
            Some(locals.add(Kind::Reference)?)
        } else {
            None
        });
    }
    let on_stack = call.on_stack(&descriptor);
    let taken = |value: Value| {
        points.iter().any(|point| {
            let signatures = point.enter.iter().chain(&point.exit).chain(&point.fail);
            signatures
                .into_iter()
                .any(|signature| signature.values.contains(&value))
        })
    };
    let first = on_stack.iter().position(|&(value, _)| taken(value));
    let stored = first.map_or(&[][..], |first| &on_stack[first..]);
    let mut kept = Vec::with_capacity(stored.len());
    for &(value, kind) in stored {
        kept.push((value, kind, locals.add(kind)?));
    }
    let constructed = call.is_constructor()
        && call.leaves_object
        && points
            .iter()
            .flat_map(|point| &point.exit)
            .any(|exit| exit.values.contains(&Value::This) || exit.values.contains(&Value::Return));
    let handler_locals = locals.types.len();
    let constructed = if constructed {
        Some(locals.add(Kind::Reference)?)
    } else {
        None
    };
    let slot = |value| {
        let at_entry = kept.iter().find(|(known, ..)| *known == value);
        at_entry.map(|&(_, _, local)| local)
    };
    let slot_at_exit = |value| match value {
        Value::This | Value::Return if call.is_constructor() => constructed,
        _ => slot(value),
    };

    let mut calling = Calling {
        class: &call.class,
        name: &call.name,
        descriptor: &descriptor,
        names,
        pool,
        adapters,
    };
    let depth = kept.iter().map(|(_, kind, _)| kind.slots()).sum();
    let mut before = Snippet::with_depth(depth);
    for &(_, kind, local) in kept.iter().rev() {
        before.store(kind, local);
    }
    for ((&interception, point), &token) in call.interceptions.iter().zip(&points).zip(&tokens) {
        if let Some(enter) = &point.enter {
            calling.adapter(&mut before, (interception, Role::Enter), enter, None, slot)?;
        }
        if let Some(token) = token {
            before.store(Kind::Reference, token);
        }
    }
    for &(_, kind, local) in &kept {
        before.load(kind, local);
    }
    let mut behind = Snippet::default();
    if let Some(local) = constructed {
        behind.dup(Kind::Reference);
        behind.store(Kind::Reference, local);
    }
    let mut handler = Snippet::with_depth(1);
    for ((&interception, point), &token) in
        call.interceptions.iter().zip(&points).zip(&tokens).rev()
    {
        if let Some(exit) = &point.exit {
            let of = (interception, Role::Exit);
            calling.adapter(&mut behind, of, exit, token, slot_at_exit)?;
        }
        if let Some(fail) = &point.fail {
            let of = (interception, Role::Fail);
            calling.adapter(&mut handler, of, fail, token, slot)?;
        }
    }
    if handler.is_empty() {
        handler = Snippet::default();
    } else {
        handler.athrow();
    }
    let more_stack = (before.max_stack - depth).max(behind.max_stack);
    let slots = locals.next - first_local;
    locals.types.truncate(handler_locals);
    Ok(CallPlan {
        pc: call.pc,
        before,
        behind,
        handler,
        more_stack,
        locals: locals.types,
        slots,
        types: call.types,
    })
}

/// Our locals at one call.
struct Locals {
    next: u32,
    types: Vec<VerificationType>,
    object: u16,
}

impl Locals {
    fn add(&mut self, kind: Kind) -> Result<u16, Refusal> {
        let slot = u16::try_from(self.next).map_err(|_| Refusal::TooManyLocals(self.next))?;
        self.next += u32::from(kind.slots());
        self.types.push(VerificationType::of(kind, self.object));
        Ok(slot)
    }
}

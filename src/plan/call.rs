//! What is put around one call instruction of a method.
//!
//! The arguments are on the operand stack, and below them whatever the caller has there, objects without a constructor
//! call included. The ones that adapters take are stored into fresh locals, with those above them, and put back. Values
//! below stay where they are; only the handler drops them, as the exception did.
//!
//! All calls of a method use the same locals. Below version 50 the verifier merges what a local holds on different paths,
//! and would load classes to do so: there a local only ever holds one class.

use std::borrow::Cow;

use crate::classfile::code::{OldPc, Slots, Type, VerificationType};
use crate::classfile::{Kind, MethodDescriptor, PoolBuilder};
use crate::refusal::Refusal;
use crate::rules::{Interception, Value};

use super::adapter::{Adapter, Points, Role};
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

    /// The class of the value so many slots below the top of the stack.
    fn class_on_stack(&self, below_top: u16) -> Option<&[u8]> {
        let stack = &self.types.as_ref()?.stack;
        match stack.get(stack.len().checked_sub(usize::from(below_top))?)? {
            Type::Class(name) => Some(name),
            _ => None,
        }
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

/// Plans one call.
pub(super) fn plan_call<'a>(
    call: Call<'_, 'a>,
    locals: &mut CallLocals,
    names: &impl AdapterNames,
    pool: &mut PoolBuilder<'_>,
    adapters: &mut Vec<Adapter>,
) -> Result<CallPlan<'a>, Refusal> {
    let descriptor = MethodDescriptor::parse(&call.descriptor)?;
    // The handler covers a constructor whole, so none needs the points of one that is woven itself.
    let points: Vec<Points> = call
        .interceptions
        .iter()
        .map(|interception| Points::of(interception, false))
        .collect();
    locals.begin_call();
    let mut tokens = Vec::with_capacity(points.len());
    for point in &points {
        let gives = point.enter.as_ref().is_some_and(|enter| enter.gives_token);
        tokens.push(if gives {
            Some(locals.add(Kind::Reference, Some(b"java/lang/Object"))?)
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
    let depth: u16 = stored.iter().map(|(_, kind)| kind.slots()).sum();
    let mut kept = Vec::with_capacity(stored.len());
    let mut below_top = depth;
    for &(value, kind) in stored {
        kept.push((value, kind, locals.add(kind, call.class_on_stack(below_top))?));
        below_top -= kind.slots();
    }
    let constructed = call.is_constructor()
        && call.leaves_object
        && points.iter().flat_map(|point| &point.exit).any(|exit| {
            exit.values.contains(&Value::This) || exit.values.contains(&Value::Return)
        });
    let in_handler = locals.types.clone();
    let constructed = if constructed {
        let class = call.class.replace('.', "/");
        Some(locals.add(Kind::Reference, Some(class.as_bytes()))?)
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
    Ok(CallPlan {
        pc: call.pc,
        before,
        behind,
        handler,
        more_stack,
        locals: in_handler,
        slots: locals.next - locals.first,
        types: call.types,
    })
}

/// Our locals at calls.
pub(super) struct CallLocals {
    first: u32,
    next: u32,
    object: u16,
    /// The class version has frames: a local that no frame names is nothing where paths meet.
    framed: bool,
    /// Without frames: the locals of all calls so far.
    known: Vec<Local>,
    /// The types at this call, for the frame of its handler.
    types: Vec<VerificationType>,
}

struct Local {
    kind: Kind,
    class: Option<Vec<u8>>,
    slot: u16,
    in_use: bool,
}

impl CallLocals {
    /// They start at `first`; `object` is the constant of `java/lang/Object`.
    pub(super) fn new(first: u32, object: u16, framed: bool) -> Self {
        Self {
            first,
            next: first,
            object,
            framed,
            known: Vec::new(),
            types: Vec::new(),
        }
    }

    fn begin_call(&mut self) {
        self.types.clear();
        if self.framed {
            self.next = self.first;
        }
        for local in &mut self.known {
            local.in_use = false;
        }
    }

    /// A local for a value; `class` is its class if it is a reference and that is known.
    fn add(&mut self, kind: Kind, class: Option<&[u8]>) -> Result<u16, Refusal> {
        let holds = |local: &&mut Local| {
            let same_class = local.class.is_some() && local.class.as_deref() == class;
            !local.in_use && local.kind == kind && (kind != Kind::Reference || same_class)
        };
        if let Some(known) = self.known.iter_mut().find(holds) {
            known.in_use = true;
            return Ok(known.slot);
        }
        let slot = u16::try_from(self.next).map_err(|_| Refusal::TooManyLocals(self.next))?;
        self.next += u32::from(kind.slots());
        if self.framed {
            self.types.push(VerificationType::of(kind, self.object));
        } else {
            self.known.push(Local {
                kind,
                class: class.map(<[u8]>::to_vec),
                slot,
                in_use: true,
            });
        }
        Ok(slot)
    }
}

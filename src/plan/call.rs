//! What is put around one call instruction of a method.
//!
//! The arguments are on the operand stack, and below them whatever the caller has there, objects without a constructor
//! call included. The ones that adapters take are stored into fresh locals, with those above them, and put back. Values
//! below stay where they are; only the handler drops them, as the exception did.
//!
//! All calls of a method use the same locals. Below version 50 the verifier merges what a local holds on different paths,
//! and would load classes to do so: there a local only ever holds one class.

use std::borrow::Cow;
use std::rc::Rc;

use hashbrown::HashMap;

use crate::classfile::PoolBuilder;
use crate::classfile::code::{OldPc, Type, Types, VerificationType};
use crate::model::{Interception, Value};
use crate::names::{Kind, MethodDescriptor, internal_name};
use crate::refusal::Refusal;

use super::adapter::{AdapterNames, Points, Role};
use super::adapters::Adapters;
use super::calling::Calling;
use super::viewpoint::Viewpoint;
use super::{CallPlan, Snippet};

/// A call instruction that is woven.
#[derive(Debug, Clone)]
pub struct Call<'c, 'a> {
    /// Where it is.
    pub pc: OldPc,
    /// Binary name of the class that it names, with dots.
    pub class: Rc<str>,
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
    pub types: Option<Types<'a>>,
}

impl Call<'_, '_> {
    fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }

    /// The class of the value so many slots below the top of the stack.
    fn class_on_stack(&self, below_top: u16) -> Option<Cow<'_, [u8]>> {
        match self.types.as_ref()?.below_top(usize::from(below_top))? {
            Type::Class(name) => Some(name.written()),
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
            .chain((0..=u8::MAX).map(Value::Argument).zip(arguments))
            .collect()
    }
}

/// Plans one call.
pub(super) fn plan_call<'a>(
    call: Call<'_, 'a>,
    locals: &mut CallLocals,
    viewpoint: Viewpoint<'_>,
    names: &impl AdapterNames,
    pool: &mut PoolBuilder<'_>,
    adapters: &mut Adapters,
) -> Result<CallPlan<'a>, Refusal> {
    let descriptor = if call.is_static {
        MethodDescriptor::parse(&call.descriptor)?
    } else {
        MethodDescriptor::of_instance(&call.descriptor)?
    };
    // The handler covers a constructor whole, so none needs the points of one that is woven itself.
    let points: Vec<Rc<Points>> = call
        .interceptions
        .iter()
        .map(|interception| adapters.points(interception, false, &descriptor))
        .collect();
    locals.begin_call();
    let kept = CallSlots::new(&call, &descriptor, &points, locals)?;
    let calling = Calling {
        class: &call.class,
        name: &call.name,
        descriptor: &descriptor,
        viewpoint,
        names,
        pool,
        adapters,
    };
    let (before, behind, handler) = snippets(&call, &points, &kept, calling)?;
    Ok(CallPlan {
        pc: call.pc,
        more_stack: (before.max_stack - kept.depth()).max(behind.max_stack),
        before,
        behind,
        handler,
        locals: kept.in_handler,
        slots: locals.next - locals.first,
        types: call.types,
    })
}

/// What our locals hold at a call.
struct CallSlots {
    /// The token of each interception.
    tokens: Vec<Option<u16>>,
    /// What was on the stack, from the bottom: from the first value that an adapter takes to the top.
    stored: Vec<(Value, Kind, u16)>,
    /// The new object, behind the call of its constructor.
    constructed: Option<u16>,
    /// The types of what is there before the call.
    in_handler: Vec<VerificationType>,
}

impl CallSlots {
    fn new(
        call: &Call<'_, '_>,
        descriptor: &MethodDescriptor<'_>,
        points: &[Rc<Points>],
        locals: &mut CallLocals,
    ) -> Result<Self, Refusal> {
        let tokens = points.iter().map(|point| {
            let gives = point.enter.as_ref().is_some_and(|enter| enter.gives_token);
            let token = gives.then(|| locals.add(Kind::Reference, Some(b"java/lang/Object")));
            token.transpose()
        });
        let tokens = tokens.collect::<Result<_, _>>()?;
        let taken = |value: Value| {
            let signatures = points
                .iter()
                .flat_map(|point| point.enter.iter().chain(&point.exit).chain(&point.fail));
            signatures
                .into_iter()
                .any(|signature| signature.values.contains(&value))
        };
        let on_stack = call
            .on_stack(descriptor)
            .into_iter()
            .skip_while(|&(value, _)| !taken(value))
            .collect::<Vec<_>>();
        let mut below_top = slots(on_stack.iter().map(|&(_, kind)| kind));
        let mut stored = Vec::with_capacity(on_stack.len());
        for (value, kind) in on_stack {
            let class = call.class_on_stack(below_top);
            stored.push((value, kind, locals.add(kind, class.as_deref())?));
            below_top -= kind.slots();
        }
        let in_handler = locals.types.clone();
        let mut at_exit = points.iter().flat_map(|point| &point.exit);
        let takes_object = at_exit
            .any(|exit| exit.values.contains(&Value::This) || exit.values.contains(&Value::Return));
        let class = internal_name(&call.class);
        let constructed = (call.leaves_object && takes_object)
            .then(|| locals.add(Kind::Reference, Some(class.as_bytes())))
            .transpose()?;
        Ok(Self {
            tokens,
            stored,
            constructed,
            in_handler,
        })
    }

    /// Slots of `stored`.
    fn depth(&self) -> u16 {
        slots(self.stored.iter().map(|&(_, kind, _)| kind))
    }

    /// Where a value lies that was on the stack.
    fn slot(&self, value: Value) -> Option<u16> {
        let stored = self.stored.iter().find(|(known, ..)| *known == value);
        stored.map(|&(_, _, local)| local)
    }
}

fn slots(kinds: impl Iterator<Item = Kind>) -> u16 {
    kinds.map(Kind::slots).sum()
}

/// The code before the call, behind it, and of its handler.
fn snippets<N: AdapterNames>(
    call: &Call<'_, '_>,
    points: &[Rc<Points>],
    kept: &CallSlots,
    mut calling: Calling<'_, '_, N>,
) -> Result<(Snippet, Snippet, Snippet), Refusal> {
    let mut before = Snippet::with_depth(kept.depth());
    let mut behind = Snippet::default();
    let mut handler = Snippet::with_depth(1);
    for &(_, kind, local) in kept.stored.iter().rev() {
        before.store(kind, local);
    }
    let all = call.interceptions.iter().zip(points).zip(&kept.tokens);
    for ((&interception, point), &token) in all.clone() {
        if let Some(enter) = &point.enter {
            let of = (interception, Role::Enter);
            calling.adapter(&mut before, of, enter, None, |value| kept.slot(value))?;
        }
        if let Some(token) = token {
            before.store(Kind::Reference, token);
        }
    }
    for &(_, kind, local) in &kept.stored {
        before.load(kind, local);
    }
    if let Some(local) = kept.constructed {
        behind.dup(Kind::Reference);
        behind.store(Kind::Reference, local);
    }
    let slot_at_exit = |value| match value {
        Value::This | Value::Return if call.is_constructor() => kept.constructed,
        _ => kept.slot(value),
    };
    for ((&interception, point), &token) in all.rev() {
        if let Some(exit) = &point.exit {
            let of = (interception, Role::Exit);
            calling.adapter(&mut behind, of, exit, token, slot_at_exit)?;
        }
        if let Some(fail) = &point.fail {
            let of = (interception, Role::Fail);
            calling.adapter(&mut handler, of, fail, token, |value| kept.slot(value))?;
        }
    }
    if handler.is_empty() {
        handler = Snippet::default();
    } else {
        handler.athrow();
    }
    Ok((before, behind, handler))
}

/// Our locals at calls.
pub(super) struct CallLocals {
    first: u32,
    next: u32,
    object: u16,
    /// The class version has frames: a local that no frame names is nothing where paths meet.
    framed: bool,
    /// Without frames: the locals of all calls so far, by what they hold.
    known: HashMap<Held, Vec<u16>>,
    /// Without frames: how many of them this call uses.
    in_use: HashMap<Held, usize>,
    /// The types at this call, for the frame of its handler.
    types: Vec<VerificationType>,
}

/// What a local holds: its kind, and the class of a reference.
type Held = (Kind, Option<Vec<u8>>);

impl CallLocals {
    /// They start at `first`; `object` is the constant of `java/lang/Object`.
    pub(super) fn new(first: u32, object: u16, framed: bool) -> Self {
        Self {
            first,
            next: first,
            object,
            framed,
            known: HashMap::new(),
            in_use: HashMap::new(),
            types: Vec::new(),
        }
    }

    fn begin_call(&mut self) {
        self.types.clear();
        if self.framed {
            self.next = self.first;
        }
        self.in_use.clear();
    }

    /// A local for a value; `class` is its class if it is a reference and that is known.
    fn add(&mut self, kind: Kind, class: Option<&[u8]>) -> Result<u16, Refusal> {
        if self.framed {
            self.types.push(VerificationType::of(kind, self.object));
            return self.fresh(kind);
        }
        let class = class.filter(|_| kind == Kind::Reference);
        if kind == Kind::Reference && class.is_none() {
            return self.fresh(kind); // no other value is known to have the same class
        }
        let held = (kind, class.map(<[u8]>::to_vec));
        let used = self.in_use.entry(held.clone()).or_default();
        *used += 1;
        let number = *used - 1;
        if let Some(&known) = self.known.get(&held).and_then(|known| known.get(number)) {
            return Ok(known);
        }
        let slot = self.fresh(kind)?;
        self.known.entry(held).or_default().push(slot);
        Ok(slot)
    }

    /// A slot that no value has yet.
    fn fresh(&mut self, kind: Kind) -> Result<u16, Refusal> {
        let slot = u16::try_from(self.next).map_err(|_| Refusal::TooManyLocals(self.next))?;
        self.next += u32::from(kind.slots());
        Ok(slot)
    }
}

//! From the interceptions of a method, and of the calls in it, to its [`MethodPlan`].

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::classfile::code::VerificationType;
use crate::classfile::{PoolBuilder, access};
use crate::model::{Interception, Value};
use crate::names::{Kind, MethodDescriptor};
use crate::refusal::Refusal;

use super::adapter::{AdapterNames, Points, Role, Signature, kind_of};
use super::adapters::Adapters;
use super::call::{Call, CallLocals, plan_call};
use super::calling::Calling;
use super::viewpoint::Viewpoint;
use super::{MethodPlan, Snippet};

/// The method that a plan is for.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// From where its paths are read: the class, and its objects from inside.
    pub viewpoint: Viewpoint<'a>,
    /// Name of the method.
    pub name: &'a str,
    /// Its parsed descriptor.
    pub descriptor: &'a MethodDescriptor<'a>,
    /// Its access flags.
    pub access_flags: u16,
    /// `max_locals` of its code: our locals start there.
    pub max_locals: u16,
    /// Class files of its version have stack map frames.
    pub framed: bool,
}

impl Target<'_> {
    fn is_static(&self) -> bool {
        self.access_flags & access::STATIC != 0
    }

    fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }

    /// The slot that an argument is passed in.
    fn argument_slot(&self, index: u8) -> u16 {
        let before = self.descriptor.parameters.iter().take(usize::from(index));
        before.map(|(kind, _)| kind.slots()).sum::<u16>() + u16::from(!self.is_static())
    }

    /// The slot that holds a value at entry. There is no `this` before `super()`.
    fn slot_at_entry(&self, value: Value) -> Option<u16> {
        match value {
            Value::Argument(index) => Some(self.argument_slot(index)),
            Value::OptionalArgument(index) => {
                let exists = usize::from(index) < self.descriptor.parameters.len();
                exists.then(|| self.argument_slot(index))
            }
            Value::This if !self.is_static() && !self.is_constructor() => Some(0),
            _ => None,
        }
    }
}

/// Planning stops at this many bytes around calls: a method that is planned to its end is told how large it would be.
const FAR_TOO_LARGE: u32 = 1 << 20;

/// Plans `interceptions`, which nest in their order, for one method, and what is put around `calls` in it, which are in
/// the order of the code. What they call is added to `adapters`.
///
/// # Errors
/// A value that the method does not have, too many values, a full pool.
pub fn method<'a>(
    target: &Target<'_>,
    interceptions: &[&Interception],
    calls: Vec<Call<'_, 'a>>,
    names: &impl AdapterNames,
    pool: &mut PoolBuilder<'_>,
    adapters: &mut Adapters,
) -> Result<MethodPlan<'a>, Refusal> {
    let object = adapters.object(pool)?;
    let points: Vec<Rc<Points>> = interceptions
        .iter()
        .map(|interception| {
            adapters.points(interception, target.is_constructor(), target.descriptor)
        })
        .collect();
    let mut planner = Planner {
        target,
        calling: Calling {
            class: target.viewpoint.class,
            name: target.name,
            descriptor: target.descriptor,
            viewpoint: target.viewpoint,
            names,
            pool: &mut *pool,
            adapters: &mut *adapters,
        },
        plan: MethodPlan::default(),
        handler: Snippet::with_depth(1),
        copies: BTreeMap::new(),
        next_local: u32::from(target.max_locals),
        object,
    };
    for point in &points {
        planner.copy_values(point)?;
    }
    let mut tokens = Vec::with_capacity(points.len());
    for (interception, point) in interceptions.iter().zip(&points) {
        tokens.push(planner.enter(interception, point)?);
    }
    for ((interception, point), &token) in interceptions.iter().zip(&points).zip(&tokens).rev() {
        planner.leave(interception, point, token)?;
    }
    let mut locals = CallLocals::new(planner.next_local, object, target.framed);
    let mut plan = planner.plan;
    if !planner.handler.is_empty() {
        planner.handler.athrow();
        plan.handler = planner.handler;
    }
    let viewpoint = target.viewpoint.of_calls();
    let mut around_calls = 0;
    for call in calls {
        let call = plan_call(call, &mut locals, viewpoint, names, pool, adapters)?;
        around_calls += call.before.len() + call.behind.len();
        if around_calls > FAR_TOO_LARGE {
            return Err(Refusal::CodeTooLarge(around_calls));
        }
        plan.calls.push(call);
    }
    if !plan.handler.is_empty() || plan.calls.iter().any(|call| !call.handler.is_empty()) {
        plan.throwable = adapters.throwable(pool)?;
    }
    Ok(plan)
}

struct Planner<'p, 'pool, 'a, N> {
    target: &'p Target<'p>,
    calling: Calling<'p, 'pool, N>,
    plan: MethodPlan<'a>,
    handler: Snippet,
    /// Where values are kept that exit or fail take: by what they are.
    copies: BTreeMap<Copied, u16>,
    next_local: u32,
    object: u16,
}

/// A value kept from the entry on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Copied {
    Argument(u8),
    This,
}

impl<N: AdapterNames> Planner<'_, '_, '_, N> {
    fn local(&mut self, kind: Kind) -> Result<u16, Refusal> {
        let slot =
            u16::try_from(self.next_local).map_err(|_| Refusal::TooManyLocals(self.next_local))?;
        self.next_local += u32::from(kind.slots());
        self.plan
            .locals
            .push(VerificationType::of(kind, self.object));
        Ok(slot)
    }

    /// Copies what exit and fail take into fresh locals: the method may overwrite its own, and frames may drop them.
    fn copy_values(&mut self, points: &Points) -> Result<(), Refusal> {
        let taken = points
            .exit
            .iter()
            .chain(&points.fail)
            .flat_map(|signature| &signature.values);
        for &value in taken {
            let (kept, kind) = match value {
                Value::Argument(index) => (
                    Copied::Argument(index),
                    kind_of(value, self.target.descriptor)?,
                ),
                Value::This if !self.target.is_static() => (Copied::This, Kind::Reference),
                _ => continue,
            };
            if self.copies.contains_key(&kept) {
                continue;
            }
            let local = self.local(kind)?;
            self.copies.insert(kept, local);
            match kept {
                Copied::Argument(index) => {
                    self.plan.entry.load(kind, self.target.argument_slot(index));
                }
                // There is no `this` before `super()`; it is stored when that has returned.
                Copied::This if self.target.is_constructor() => {
                    self.plan.entry.null();
                    self.plan.constructed.load(kind, 0);
                    self.plan.constructed.store(kind, local);
                    self.plan.needs_this = true;
                }
                Copied::This => self.plan.entry.load(kind, 0),
            }
            self.plan.entry.store(kind, local);
        }
        Ok(())
    }

    /// The entry code of one interception; the local that holds its token.
    fn enter(
        &mut self,
        interception: &Interception,
        points: &Points,
    ) -> Result<Option<u16>, Refusal> {
        let Some(signature) = &points.enter else {
            return Ok(None);
        };
        let mut code = Snippet::default();
        let role = if self.target.is_constructor() {
            Role::EnterConstructor
        } else {
            Role::Enter
        };
        let target = self.target;
        self.calling
            .adapter(&mut code, (interception, role), signature, None, |value| {
                target.slot_at_entry(value)
            })?;
        let token = if signature.gives_token {
            let token = self.local(Kind::Reference)?;
            code.store(Kind::Reference, token);
            Some(token)
        } else {
            None
        };
        self.plan.entry.append(&code);
        if points.constructed && token.is_some() {
            let mut code = Snippet::default();
            self.calling.adapter(
                &mut code,
                (interception, Role::Constructed),
                &Signature::CONSTRUCTED,
                token,
                |_| None,
            )?;
            self.plan.constructed.append(&code);
        }
        Ok(token)
    }

    fn leave(
        &mut self,
        interception: &Interception,
        points: &Points,
        token: Option<u16>,
    ) -> Result<(), Refusal> {
        let copies = &self.copies;
        let slot = |value| match value {
            Value::Argument(index) => copies.get(&Copied::Argument(index)).copied(),
            Value::This => copies.get(&Copied::This).copied(),
            _ => None,
        };
        for (signature, role, end) in [
            (&points.exit, Role::Exit, &mut self.plan.before_return),
            (&points.fail, Role::Fail, &mut self.handler),
        ] {
            if let Some(signature) = signature {
                let mut code = Snippet::default();
                let of = (interception, role);
                self.calling
                    .adapter(&mut code, of, signature, token, slot)?;
                end.append(&code);
            }
        }
        Ok(())
    }
}

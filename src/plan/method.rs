//! From the interceptions of a method to its [`MethodPlan`].

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::classfile::code::VerificationType;
use crate::classfile::{Kind, MethodDescriptor, PoolBuilder, access};
use crate::rules::{Interception, Value};

use super::adapter::{Points, Role, Signature, kind_of};
use super::calls::Calls;
use super::{MethodPlan, Snippet};
use crate::refusal::Refusal;

/// The method that a plan is for.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// Binary name of the class, with dots.
    pub class: &'a str,
    /// Name of the method.
    pub name: &'a str,
    /// Its parsed descriptor.
    pub descriptor: &'a MethodDescriptor<'a>,
    /// Its access flags.
    pub access_flags: u16,
    /// `max_locals` of its code: our locals start there.
    pub max_locals: u16,
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
}

/// Internal name of the generated class that holds the adapters of an interception.
pub trait AdapterNames {
    /// The class of `interception`.
    fn class_of(&self, interception: &Interception) -> String;
}

/// Plans `interceptions`, which nest in their order, for one method. What they call is noted in `calls`.
///
/// # Errors
/// A value that the method does not have, too many values, a full pool.
pub fn method(
    target: &Target<'_>,
    interceptions: &[&Interception],
    names: &impl AdapterNames,
    pool: &mut PoolBuilder<'_>,
    calls: &mut Calls,
) -> Result<MethodPlan, Refusal> {
    let mut planner = Planner {
        target,
        names,
        pool,
        calls,
        plan: MethodPlan::default(),
        handler: Snippet::with_depth(1),
        copies: BTreeMap::new(),
        next_local: u32::from(target.max_locals),
        object: 0,
    };
    planner.object = planner.pool.class("java/lang/Object")?;
    let points: Vec<Rc<Points>> = interceptions
        .iter()
        .map(|interception| planner.calls.points(interception, target.is_constructor()))
        .collect();
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
    planner.finish()
}

struct Planner<'p, 'pool, N> {
    target: &'p Target<'p>,
    names: &'p N,
    pool: &'p mut PoolBuilder<'pool>,
    calls: &'p mut Calls,
    plan: MethodPlan,
    handler: Snippet,
    /// Where values are kept that exit or fail take: by what they are.
    copies: BTreeMap<Kept, u16>,
    next_local: u32,
    object: u16,
}

/// A value kept from the entry on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kept {
    Argument(u8),
    This,
}

impl<N: AdapterNames> Planner<'_, '_, N> {
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
                    Kept::Argument(index),
                    kind_of(value, self.target.descriptor)?,
                ),
                Value::This if !self.target.is_static() => (Kept::This, Kind::Reference),
                _ => continue,
            };
            if self.copies.contains_key(&kept) {
                continue;
            }
            let local = self.local(kind)?;
            self.copies.insert(kept, local);
            match kept {
                Kept::Argument(index) => {
                    self.plan.entry.load(kind, self.target.argument_slot(index));
                }
                // There is no `this` before `super()`; it is stored when that has returned.
                Kept::This if self.target.is_constructor() => {
                    self.plan.entry.null();
                    self.plan.constructed.load(kind, 0);
                    self.plan.constructed.store(kind, local);
                    self.plan.needs_this = true;
                }
                Kept::This => self.plan.entry.load(kind, 0),
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
        for &value in &signature.values {
            self.load_at_entry(&mut code, value)?;
        }
        let role = if self.target.is_constructor() {
            Role::EnterConstructor
        } else {
            Role::Enter
        };
        self.call(&mut code, interception, role, signature)?;
        let token = if signature.gives_token {
            let token = self.local(Kind::Reference)?;
            code.store(Kind::Reference, token);
            Some(token)
        } else {
            None
        };
        self.plan.entry.append(&code);
        if let (true, Some(token)) = (points.constructed, token) {
            let mut code = Snippet::default();
            code.load(Kind::Reference, token);
            let signature = Signature {
                values: vec![],
                takes_token: true,
                gives_token: false,
            };
            self.call(&mut code, interception, Role::Constructed, &signature)?;
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
        if let Some(signature) = &points.exit {
            let mut code = Snippet::default();
            self.load_at_exit(&mut code, signature, token)?;
            self.call(&mut code, interception, Role::Exit, signature)?;
            self.plan.before_return.append(&code);
        }
        if let Some(signature) = &points.fail {
            let mut code = Snippet::default();
            self.load_at_exit(&mut code, signature, token)?;
            self.call(&mut code, interception, Role::Fail, signature)?;
            self.handler.append(&code);
        }
        Ok(())
    }

    fn load_at_entry(&mut self, code: &mut Snippet, value: Value) -> Result<(), Refusal> {
        let kind = kind_of(value, self.target.descriptor)?;
        match value {
            Value::Argument(index) => code.load(kind, self.target.argument_slot(index)),
            Value::This if !self.target.is_static() && !self.target.is_constructor() => {
                code.load(kind, 0);
            }
            _ => self.load_constant(code, value)?,
        }
        Ok(())
    }

    fn load_at_exit(
        &mut self,
        code: &mut Snippet,
        signature: &Signature,
        token: Option<u16>,
    ) -> Result<(), Refusal> {
        for &value in &signature.values {
            let kind = kind_of(value, self.target.descriptor)?;
            let kept = match value {
                Value::Argument(index) => self.copies.get(&Kept::Argument(index)),
                Value::This => self.copies.get(&Kept::This),
                _ => None,
            };
            match (value, kept) {
                (_, Some(&local)) => code.load(kind, local),
                (Value::Exception, _) => code.dup(kind),
                (Value::Return, _) if self.target.descriptor.returns.is_some() => code.dup(kind),
                _ => self.load_constant(code, value)?,
            }
        }
        if let Some(token) = token.filter(|_| signature.takes_token) {
            code.load(Kind::Reference, token);
        }
        Ok(())
    }

    /// The names of class and method; `null` for what there is not.
    fn load_constant(&mut self, code: &mut Snippet, value: Value) -> Result<(), Refusal> {
        match value {
            Value::Class => code.ldc(self.pool.string(self.target.class)?),
            Value::Method => code.ldc(self.pool.string(self.target.name)?),
            _ => code.null(),
        }
        Ok(())
    }

    fn call(
        &mut self,
        code: &mut Snippet,
        interception: &Interception,
        role: Role,
        signature: &Signature,
    ) -> Result<(), Refusal> {
        let (index, takes) = self.calls.constant(
            interception,
            role,
            signature,
            self.target.descriptor,
            self.names,
            self.pool,
        )?;
        code.invokestatic(index, takes, u16::from(signature.gives_token));
        Ok(())
    }

    fn finish(mut self) -> Result<MethodPlan, Refusal> {
        if !self.handler.is_empty() {
            self.plan.throwable = self.pool.class("java/lang/Throwable")?;
            self.handler.athrow();
            self.plan.handler = self.handler;
        }
        Ok(self.plan)
    }
}

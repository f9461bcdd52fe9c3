//! The adapters that one class calls: each is made out once, however many methods it is called in.

use std::rc::Rc;

use hashbrown::HashMap;

use crate::classfile::{MethodDescriptor, PoolBuilder, PoolMark};
use crate::refusal::Refusal;
use crate::rules::Interception;

use super::adapter::{Adapter, Points, Role, Signature};
use super::calling::AdapterNames;

/// The adapters that the woven methods of a class call, and the constants for them.
#[derive(Debug, Default)]
pub struct Adapters {
    all: Vec<Adapter>,
    points: HashMap<(u32, bool), Rc<Points>>,
    /// By interception and role: the constant of each descriptor.
    constants: HashMap<(u32, Role), HashMap<String, u16>>,
    descriptor: String,
}

/// Where a class stood before a method, to go back to when that method is left alone.
#[derive(Debug, Clone, Copy)]
pub struct AdaptersMark {
    pool: PoolMark,
    adapters: usize,
}

impl Adapters {
    /// The adapters that are called.
    pub fn into_vec(self) -> Vec<Adapter> {
        self.all
    }

    /// The present end, for [`Adapters::reset`].
    pub fn mark(&self, pool: &PoolBuilder<'_>) -> AdaptersMark {
        AdaptersMark {
            pool: pool.mark(),
            adapters: self.all.len(),
        }
    }

    /// Forgets every adapter, and every constant of `pool`, since `mark`.
    pub fn reset(&mut self, mark: AdaptersMark, pool: &mut PoolBuilder<'_>) {
        pool.reset(mark.pool);
        for adapter in self.all.drain(mark.adapters..) {
            if let Some(known) = self
                .constants
                .get_mut(&(adapter.interception, adapter.role))
            {
                known.remove(&adapter.descriptor);
            }
        }
    }

    /// [`Points::of`].
    pub(super) fn points(
        &mut self,
        interception: &Interception,
        is_constructor: bool,
    ) -> Rc<Points> {
        let points = self
            .points
            .entry((interception.id, is_constructor))
            .or_insert_with(|| Rc::new(Points::of(interception, is_constructor)));
        Rc::clone(points)
    }

    /// The `CONSTANT_Methodref` of an adapter for a method with this descriptor, and the slots that it takes.
    ///
    /// # Errors
    /// What [`Signature::describe`] refuses, a full pool.
    pub(super) fn constant(
        &mut self,
        interception: &Interception,
        role: Role,
        signature: &Signature,
        method: &MethodDescriptor<'_>,
        names: &impl AdapterNames,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<(u16, u16), Refusal> {
        self.descriptor.clear();
        let slots = signature.describe(method, &mut self.descriptor)?;
        let known = self.constants.entry((interception.id, role)).or_default();
        if let Some(&index) = known.get(&self.descriptor) {
            return Ok((index, slots));
        }
        let class = names.class_of(interception);
        let index = pool.method(&class, role.method_name(), &self.descriptor)?;
        known.insert(self.descriptor.clone(), index);
        self.all.push(Adapter {
            interception: interception.id,
            role,
            descriptor: self.descriptor.clone(),
        });
        Ok((index, slots))
    }
}

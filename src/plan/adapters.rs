//! The adapters that one class calls: each is made out once, however many methods it is called in.

use std::rc::Rc;

use hashbrown::HashMap;

use crate::classfile::{PoolBuilder, PoolError, PoolMark};
use crate::model::{Interception, ValuePath};
use crate::names::MethodDescriptor;
use crate::refusal::Refusal;

use super::adapter::{Adapter, AdapterNames, Points, Role, Signature, kind_of, method_name};
use super::reading::{Reading, ResolvedPath};
use super::resolve::{resolve, root_type};
use super::viewpoint::Viewpoint;

/// The adapters that the woven methods of a class call, and the constants for them.
#[derive(Debug, Default)]
pub struct Adapters {
    all: Vec<Adapter>,
    points: HashMap<(u32, bool, u8), Rc<Points>>,
    /// By interception and role: the constant of each name with its descriptor.
    constants: HashMap<(u32, Role), HashMap<String, u16>>,
    /// By interception and role: constant and slots, where they are the same for all methods.
    fixed: HashMap<(u32, Role), (u16, u16)>,
    shared: Shared,
    /// What paths lead to, each made out once in the class.
    paths: HashMap<PathKey, Result<Rc<ResolvedPath>, Refusal>>,
    text: String,
}

/// What decides what a path leads to in one class: the path, the descriptor of what it begins with, and [`Viewpoint::is_inside`].
type PathKey = (ValuePath, String, bool);

/// Constants that any woven method of the class may need.
#[derive(Debug, Clone, Copy, Default)]
struct Shared {
    object: Option<u16>,
    throwable: Option<u16>,
}

/// Where a class stood before a method, to go back to when that method is left alone.
#[derive(Debug, Clone, Copy)]
pub struct AdaptersMark {
    pool: PoolMark,
    adapters: usize,
    shared: Shared,
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
            shared: self.shared,
        }
    }

    /// Forgets every adapter, and every constant of `pool`, since `mark`.
    pub fn reset(&mut self, mark: AdaptersMark, pool: &mut PoolBuilder<'_>) {
        pool.reset(mark.pool);
        self.shared = mark.shared;
        for adapter in self.all.drain(mark.adapters..) {
            let key = (adapter.interception, adapter.role);
            self.fixed.remove(&key);
            if let Some(known) = self.constants.get_mut(&key) {
                known.remove(&format!("{}{}", adapter.method_name(), adapter.descriptor));
            }
        }
    }

    /// The constant of the class `java/lang/Object`.
    ///
    /// # Errors
    /// A full pool.
    pub(super) fn object(&mut self, pool: &mut PoolBuilder<'_>) -> Result<u16, PoolError> {
        once(&mut self.shared.object, || pool.class("java/lang/Object"))
    }

    /// The constant of the class `java/lang/Throwable`.
    ///
    /// # Errors
    /// A full pool.
    pub(super) fn throwable(&mut self, pool: &mut PoolBuilder<'_>) -> Result<u16, PoolError> {
        once(&mut self.shared.throwable, || {
            pool.class("java/lang/Throwable")
        })
    }

    /// [`Points::of`].
    pub(super) fn points(
        &mut self,
        interception: &Interception,
        is_constructor: bool,
        descriptor: &MethodDescriptor<'_>,
    ) -> Rc<Points> {
        // JVMS §4.3.3: at most 255.
        let arguments = u8::try_from(descriptor.parameters.len()).unwrap_or(u8::MAX);
        let arguments = if interception.shows_arguments() {
            arguments
        } else {
            0
        };
        let points = self
            .points
            .entry((interception.id, is_constructor, arguments))
            .or_insert_with(|| Rc::new(Points::of(interception, is_constructor, arguments)));
        Rc::clone(points)
    }

    /// Why `interception` cannot be given what it takes, in a method of `class` with this descriptor.
    pub fn refusal(
        &mut self,
        viewpoint: &Viewpoint<'_>,
        interception: &Interception,
        class: &str,
        descriptor: &MethodDescriptor<'_>,
    ) -> Option<Refusal> {
        // What constructors take is no other than what methods do.
        let points = self.points(interception, false, descriptor);
        let signatures = [&points.enter, &points.exit, &points.fail];
        signatures.into_iter().flatten().find_map(|signature| {
            let mut values = signature.values.iter();
            let missing = values.find_map(|&value| kind_of(value, descriptor).err());
            let mut paths = signature.paths.iter();
            missing.or_else(|| {
                paths.find_map(|path| self.resolve(viewpoint, path, class, descriptor).err())
            })
        })
    }

    /// What `path` leads to in a method of `class` with this descriptor: [`resolve`], once for each class that is woven.
    pub(super) fn resolve(
        &mut self,
        viewpoint: &Viewpoint<'_>,
        path: &ValuePath,
        class: &str,
        descriptor: &MethodDescriptor<'_>,
    ) -> Result<Rc<ResolvedPath>, Refusal> {
        let root = root_type(path.root, class, descriptor)?;
        let key = (path.clone(), root, viewpoint.is_inside);
        if let Some(known) = self.paths.get(&key) {
            return known.clone();
        }
        let resolved = resolve(viewpoint, path, &key.1).map(Rc::new);
        self.paths.insert(key, resolved.clone());
        resolved
    }

    /// The `CONSTANT_Methodref` of an adapter for a method with this descriptor, and the slots that it takes.
    ///
    /// # Errors
    /// What [`Signature::describe`] refuses, a full pool.
    pub(super) fn constant(
        &mut self,
        (interception, role): (&Interception, Role),
        signature: &Signature,
        readings: &[Reading],
        method: &MethodDescriptor<'_>,
        names: &impl AdapterNames,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<(u16, u16), Refusal> {
        let key = (interception.id, role);
        // Of an interception that shows all arguments, those for methods without any are fixed, and no others.
        let is_fixed = signature.is_fixed();
        if let Some(&known) = self.fixed.get(&key).filter(|_| is_fixed) {
            return Ok(known);
        }
        let name = method_name(role, readings);
        self.text.clear();
        self.text.push_str(&name);
        let slots = signature.describe(method, readings, &mut self.text)?;
        let known = self.constants.entry(key).or_default();
        if let Some(&index) = known.get(&self.text) {
            return Ok((index, slots));
        }
        let class = names.class_of(interception);
        let descriptor = self.text.get(name.len()..).unwrap_or_default();
        let index = pool.method(&class, &name, descriptor)?;
        known.insert(self.text.clone(), index);
        self.all.push(Adapter {
            interception: interception.id,
            role,
            descriptor: descriptor.to_owned(),
            readings: readings.to_vec(),
            signature: signature.clone(),
        });
        if is_fixed {
            self.fixed.insert(key, (index, slots));
        }
        Ok((index, slots))
    }
}

fn once(
    known: &mut Option<u16>,
    find: impl FnOnce() -> Result<u16, PoolError>,
) -> Result<u16, PoolError> {
    match *known {
        Some(index) => Ok(index),
        None => Ok(*known.insert(find()?)),
    }
}

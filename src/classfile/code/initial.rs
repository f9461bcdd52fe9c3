//! The locals before the first instruction of a method, and what their classes are.

use std::borrow::Cow;

use crate::names::{MethodDescriptor, class_of};

use super::super::pool::{PoolBuilder, PoolError};
use super::{VerificationType, initial_locals};

/// What a method is called with.
#[derive(Debug, Clone)]
pub struct Initial<'a> {
    /// The locals, references as [`VerificationType::Passed`].
    pub locals: Vec<VerificationType>,
    /// Internal names, or array descriptors, of the classes of `locals` that are references.
    pub classes: Vec<Cow<'a, str>>,
}

impl<'a> Initial<'a> {
    /// The locals of a method of `class_name`.
    pub fn new(
        class_name: Cow<'a, str>,
        descriptor: &MethodDescriptor<'a>,
        is_static: bool,
        is_constructor: bool,
    ) -> Self {
        let locals = initial_locals(descriptor, is_static, is_constructor);
        let parameters = descriptor
            .parameters
            .iter()
            .map(|&(_, text)| Cow::Borrowed(class_of(text).unwrap_or(text)));
        let classes = (!is_static)
            .then_some(class_name)
            .into_iter()
            .chain(parameters)
            .collect();
        Self { locals, classes }
    }

    /// The locals with their classes in the pool.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn resolved(&self, pool: &mut PoolBuilder<'_>) -> Result<Vec<VerificationType>, PoolError> {
        let locals = self.locals.iter().zip(&self.classes);
        locals
            .map(|(&local, class)| match local {
                VerificationType::Passed(_) => Ok(VerificationType::Object(pool.class(class)?)),
                other => Ok(other),
            })
            .collect()
    }
}

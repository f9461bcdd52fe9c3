//! The locals before the first instruction of a method, and what their classes are.

use crate::names::{Kind, class_of_bytes, parameters};

use super::super::cursor::ClassError;
use super::super::mutf8::Mutf8;
use super::super::pool::{PoolBuilder, PoolError};
use super::{VerificationType, initial_locals};

/// What a method is called with.
#[derive(Debug, Clone)]
pub struct Initial<'a> {
    /// The locals, references as [`VerificationType::Passed`].
    pub locals: Vec<VerificationType>,
    /// Internal names, or array descriptors, of the classes of `locals` that are references; in modified UTF-8.
    pub classes: Vec<&'a [u8]>,
}

impl<'a> Initial<'a> {
    /// The locals of a method of `class_name`.
    ///
    /// # Errors
    /// A text that is not a method descriptor.
    pub fn new(
        class_name: Mutf8<'a>,
        descriptor: Mutf8<'a>,
        is_static: bool,
        is_constructor: bool,
    ) -> Result<Self, ClassError> {
        let receiver = (!is_static).then_some((Kind::Reference, class_name.0));
        let parameters = parameters(descriptor.0)?.into_iter();
        let parameters =
            parameters.map(|(kind, text)| (kind, class_of_bytes(text).unwrap_or(text)));
        let passed = receiver.into_iter().chain(parameters);
        let (kinds, classes): (Vec<_>, _) = passed.unzip();
        let locals = initial_locals(kinds, is_constructor && !is_static);
        Ok(Self { locals, classes })
    }

    /// The locals with their classes in the pool.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn resolved(&self, pool: &mut PoolBuilder<'_>) -> Result<Vec<VerificationType>, PoolError> {
        let locals = self.locals.iter().zip(&self.classes);
        locals
            .map(|(&local, class)| match local {
                VerificationType::Passed(_) => {
                    Ok(VerificationType::Object(pool.class_bytes(class)?))
                }
                other => Ok(other),
            })
            .collect()
    }
}

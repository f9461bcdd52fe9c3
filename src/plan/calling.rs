//! The instructions that call an adapter: its values, what its paths need, the token, `invokestatic`.

use std::rc::Rc;

use crate::classfile::PoolBuilder;
use crate::model::{Interception, Value};
use crate::names::{Kind, MethodDescriptor};
use crate::refusal::Refusal;

use super::Snippet;
use super::adapter::{AdapterNames, Role, Signature, kind_of};
use super::adapters::Adapters;
use super::reading::{Member, MemberKind, ResolvedPath};
use super::viewpoint::Viewpoint;

/// The method that adapters are told of, and what their calls need.
pub(super) struct Calling<'c, 'pool, N> {
    /// Binary name of its class, with dots.
    pub(super) class: &'c str,
    /// Its name.
    pub(super) name: &'c str,
    pub(super) descriptor: &'c MethodDescriptor<'c>,
    /// From where paths are read.
    pub(super) viewpoint: Viewpoint<'c>,
    pub(super) names: &'c N,
    pub(super) pool: &'c mut PoolBuilder<'pool>,
    pub(super) adapters: &'c mut Adapters,
}

impl<N: AdapterNames> Calling<'_, '_, N> {
    /// Calls the adapter of `interception` in `role`. `slot` says in which local a value lies; the result and the
    /// exception are else on the stack, and what is nowhere is `null`.
    pub(super) fn adapter(
        &mut self,
        code: &mut Snippet,
        (interception, role): (&Interception, Role),
        signature: &Signature,
        token: Option<u16>,
        slot: impl Fn(Value) -> Option<u16>,
    ) -> Result<(), Refusal> {
        let mut paths: Vec<Rc<ResolvedPath>> = Vec::with_capacity(signature.paths.len());
        for path in &signature.paths {
            let resolved =
                self.adapters
                    .resolve(&self.viewpoint, path, self.class, self.descriptor);
            paths.push(resolved?);
        }
        let readings: Vec<_> = paths.iter().map(|path| path.reading.clone()).collect();
        let (index, takes) = self.adapters.constant(
            (interception, role),
            signature,
            &readings,
            self.descriptor,
            self.names,
            self.pool,
        )?;
        for &value in &signature.values {
            let kind = kind_of(value, self.descriptor)?;
            match (value, slot(value)) {
                (_, Some(local)) => code.load(kind, local),
                (Value::Exception, _) => code.dup(kind),
                (Value::Return, _) if self.descriptor.returns.is_some() => code.dup(kind),
                (Value::Class, _) => code.ldc(self.pool.string(self.class)?),
                (Value::Method, _) => code.ldc(self.pool.string(self.name)?),
                (Value::OptionalArgument(_), _) => code.ldc(self.pool.string("")?),
                _ => code.null(),
            }
        }
        for path in paths {
            if let Some(inside) = &path.inside {
                self.load(code, inside, slot(Value::This))?;
            }
            for handle in &path.handles {
                code.ldc(handle.constant(self.pool)?);
            }
        }
        if let Some(token) = token.filter(|_| signature.takes_token) {
            code.load(Kind::Reference, token);
        }
        code.invokestatic(index, takes, u16::from(signature.gives_token));
        Ok(())
    }

    /// Loads a field of `this`, which lies in the local `this`; zero or `null` where there is none.
    fn load(
        &mut self,
        code: &mut Snippet,
        field: &Member,
        this: Option<u16>,
    ) -> Result<(), Refusal> {
        let index = field.constant(self.pool)?;
        match (field.kind, this) {
            (MemberKind::StaticField, _) => code.getstatic(index, field.value()),
            (_, Some(local)) => {
                code.load(Kind::Reference, local);
                // A copy of `this` is kept as an `Object`.
                if local != 0 {
                    code.checkcast(self.pool.class(&field.owner)?);
                }
                code.getfield(index, field.value());
            }
            (_, None) => code.zero(field.value()),
        }
        Ok(())
    }
}

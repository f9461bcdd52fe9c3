//! Calls of the methods of probe classes.
//!
//! The runtime is told before and after: in between, the thread is busy and records nothing. What a handler throws ends in the adapter,
//! which takes the busy mark off by itself, since at the end of the stack no call may be possible, and only then tells the runtime.

use crate::classfile::code::opcode::op;
use crate::classfile::{PoolBuilder, access};
use crate::model::{Handler, Injected, Probe, Value};
use crate::names::{Kind, MethodDescriptor, class_of};
use crate::shim;

use super::actions::Body;
use super::assembler::{Assembler, ClassBuilder};
use super::error::GenerateError;
use super::events::{PUBLIC_FINAL, constructor, descriptor};
use super::{GeneratedClass, Names};

/// The locals of a body that calls handlers; `null` where there is nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct HandlerLocals {
    /// The guard, while a handler runs.
    guard: u16,
    /// What it has thrown.
    failure: u16,
}

impl HandlerLocals {
    /// At the start of a body.
    pub(super) fn new(
        code: &mut Assembler,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<Self, GenerateError> {
        let first = code.keep(pool, 2)?;
        Ok(Self {
            guard: first,
            failure: first + 1,
        })
    }
}

/// What becomes of the answer of a handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// There is none.
    Nothing,
    /// It describes the payload.
    Payload,
    /// It is the name of the payload.
    Name,
}

/// Calls a handler, unless the thread is busy.
pub(super) fn handle(
    body: &mut Body<'_, '_>,
    handler: &Handler,
    answer: Answer,
) -> Result<(), GenerateError> {
    let Some(kept) = body.kept else {
        return Ok(());
    };
    let skip = body.code.label();
    body.load_binding();
    body.load_token();
    body.call(shim::HANDLING)?;
    // Here and not only where it is needed: the class is found once, while there is stack for it.
    let guard = body.pool.class(shim::GUARD)?;
    body.code.indexed(op::checkcast, guard, 1, 1);
    body.code.astore(kept.guard);
    body.code.load(Kind::Reference, kept.guard);
    body.code.jump(op::ifnull, skip);
    if answer != Answer::Nothing {
        body.load_token();
    }
    let types = MethodDescriptor::parse(&handler.descriptor)?;
    for (given, (kind, wanted)) in handler.parameters.iter().zip(&types.parameters) {
        inject(body, *given, *kind, wanted)?;
    }
    let (class, method) = (&handler.class, &handler.method);
    body.code
        .invokestatic(body.pool, class, method, &handler.descriptor)?;
    match answer {
        Answer::Nothing => {}
        Answer::Payload => body.call(shim::PAYLOAD)?,
        Answer::Name => body.call(shim::RENAME)?,
    }
    body.code.load(Kind::Reference, kept.guard);
    body.call(shim::HANDLED)?;
    body.code.plain(op::aconst_null, 0, 1);
    body.code.astore(kept.guard);
    body.code.bind(skip);
    Ok(())
}

/// Pushes what a parameter of this kind and descriptor is given.
fn inject(
    body: &mut Body<'_, '_>,
    given: Injected,
    kind: Kind,
    wanted: &str,
) -> Result<(), GenerateError> {
    let value = match given {
        Injected::Context => {
            body.load_binding();
            body.call(shim::CONTEXT)?;
            let class = body.pool.class(shim::PROBE_CONTEXT)?;
            body.code.indexed(op::checkcast, class, 1, 1);
            return Ok(());
        }
        Injected::Value(value) => value,
    };
    let Some((actual, slot)) = body.parameter(value) else {
        // The result after an exception, the exception after a return, `this` of a static method.
        let (zero, slots) = match kind {
            Kind::Int(_) => (op::iconst_0, 1),
            Kind::Long => (op::lconst_0, 2),
            Kind::Float => (op::fconst_0, 1),
            Kind::Double => (op::dconst_0, 2),
            Kind::Reference => (op::aconst_null, 1),
        };
        body.code.plain(zero, 0, slots);
        return Ok(());
    };
    if value == Value::Class {
        body.load_binding();
        body.code.load(actual, slot);
        return body.call(shim::DECLARING_CLASS);
    }
    body.code.load(actual, slot);
    if kind == Kind::Reference && actual != Kind::Reference {
        let (wrapper, value_of) = wrapper(actual);
        body.code
            .invokestatic(body.pool, wrapper, "valueOf", value_of)?;
    } else if kind == Kind::Reference && wanted != "Ljava/lang/Object;" && value != Value::Exception
    {
        let class = body.pool.class(class_of(wanted).unwrap_or(wanted))?;
        body.code.indexed(op::checkcast, class, 1, 1);
    }
    Ok(())
}

/// The class whose objects stand for values of this kind, and the descriptor of its `valueOf`.
pub(super) fn wrapper(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Int(b'Z') => ("java/lang/Boolean", "(Z)Ljava/lang/Boolean;"),
        Kind::Int(b'B') => ("java/lang/Byte", "(B)Ljava/lang/Byte;"),
        Kind::Int(b'C') => ("java/lang/Character", "(C)Ljava/lang/Character;"),
        Kind::Int(b'S') => ("java/lang/Short", "(S)Ljava/lang/Short;"),
        Kind::Int(_) => ("java/lang/Integer", "(I)Ljava/lang/Integer;"),
        Kind::Long => ("java/lang/Long", "(J)Ljava/lang/Long;"),
        Kind::Float => ("java/lang/Float", "(F)Ljava/lang/Float;"),
        Kind::Double | Kind::Reference => ("java/lang/Double", "(D)Ljava/lang/Double;"),
    }
}

/// What is done with an exception that lies on the stack: the busy mark goes, then the runtime is told.
pub(super) fn recover(body: &mut Body<'_, '_>, kept: HandlerLocals) -> Result<(), GenerateError> {
    body.code.astore(kept.failure);
    let tell = body.code.label();
    body.code.load(Kind::Reference, kept.guard);
    body.code.jump(op::ifnull, tell);
    body.code.load(Kind::Reference, kept.guard);
    let guard = body.pool.class(shim::GUARD)?;
    let busy = body.pool.field(shim::GUARD, shim::GUARD_FIELD, "I")?;
    body.code.indexed(op::checkcast, guard, 1, 1);
    body.code.plain(op::iconst_0, 0, 1);
    body.code.indexed(op::putfield, busy, 2, 0);
    body.code.bind(tell);
    body.load_binding();
    body.load_token();
    body.code.load(Kind::Reference, kept.failure);
    body.call(shim::HANDLER_FAILED)
}

/// The method of a probe class that names control objects.
pub(super) fn names_of(probe: &Probe) -> Option<&Handler> {
    probe.object_names.as_ref()
}

/// The class through which the runtime asks that method.
pub(super) fn object_names(
    probe: &Probe,
    names: &Names,
) -> Result<Option<GeneratedClass>, GenerateError> {
    const APPLY: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";
    let Some(handler) = names_of(probe) else {
        return Ok(None);
    };
    let name = names.object_names(probe);
    let mut class = ClassBuilder::new(PUBLIC_FINAL, &name, "java/lang/Object")?;
    class.implement("java/util/function/Function")?;
    constructor(&mut class, "java/lang/Object")?;
    let mut code = Assembler::new(&descriptor(APPLY)?, false);
    code.plain(op::aload_1, 0, 1);
    code.invokestatic(
        &mut class.pool,
        &handler.class,
        &handler.method,
        &handler.descriptor,
    )?;
    code.plain(op::areturn, 1, 0);
    class.method(access::PUBLIC, "apply", APPLY, code)?;
    Ok(Some(GeneratedClass {
        name,
        bytes: class.finish()?,
    }))
}

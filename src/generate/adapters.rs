//! Adapter classes: the static methods that woven code calls.

use std::collections::{BTreeMap, BTreeSet};

use crate::classfile::access;
use crate::classfile::code::opcode::op;
use crate::model::{Action, At, Interception, Probe, Register, RuleSet};
use crate::names::{Kind, MethodDescriptor, binary_name};
use crate::plan::Adapter;
use crate::shim;

use super::actions::{Body, payload, plain};
use super::assembler::{Assembler, ClassBuilder};
use super::error::GenerateError;
use super::names::LOST;
use super::telemetry::{self, Values};
use super::{GeneratedClass, Names, handlers, mark, readers};

/// The adapters that a woven jar uses, and the class with the bindings of its probes. `here` names the classes in the
/// jar, `events` those beside the shim; `values` are the methods of telemetries that the jar has.
///
/// # Errors
/// [`GenerateError`]: an interception with tens of thousands of different signatures, or texts too long for a class file.
pub fn adapters(
    used: &BTreeSet<Adapter>,
    rules: &RuleSet,
    values: &Values,
    here: &Names,
    events: &Names,
) -> Result<Vec<GeneratedClass>, GenerateError> {
    let mut by_interception: BTreeMap<u32, Vec<&Adapter>> = BTreeMap::new();
    for adapter in used {
        by_interception
            .entry(adapter.interception)
            .or_default()
            .push(adapter);
    }
    let mut classes = Vec::new();
    let mut probes: BTreeMap<&str, &Probe> = BTreeMap::new();
    for (probe, interception) in rules.interceptions() {
        let Some(adapters) = by_interception.get(&interception.id) else {
            continue;
        };
        probes.insert(&probe.key, probe);
        classes.push(adapter_class(adapters, probe, interception, here)?);
    }
    let mut with_values = BTreeSet::new();
    for probe in &rules.probes {
        if let Some(class) = telemetry::values(probe, values, here)? {
            probes.insert(&probe.key, probe);
            with_values.insert(probe.key.as_str());
            classes.push(class);
        }
    }
    for probe in probes.values() {
        classes.extend(handlers::object_names(probe, here)?);
    }
    classes.extend(readers::readers(used, here)?);
    if !probes.is_empty() {
        classes.push(bindings(&probes, &with_values, here, events)?);
    }
    Ok(classes)
}

fn adapter_class(
    adapters: &[&Adapter],
    probe: &Probe,
    interception: &Interception,
    names: &Names,
) -> Result<GeneratedClass, GenerateError> {
    let name = names.adapter(interception.id);
    let mut class = ClassBuilder::new(
        access::PUBLIC | access::FINAL | access::SUPER,
        &name,
        "java/lang/Object",
    )?;
    let probes = names.probes();
    for adapter in adapters {
        let descriptor = MethodDescriptor::parse(&adapter.descriptor)?;
        let binding = class
            .pool
            .field(&probes, &probe.key, "Ljava/lang/Object;")?;
        let mut code = Assembler::new(&descriptor, true);
        let kept = if interception.calls_handlers() {
            Some(handlers::HandlerLocals::new(&mut code, &mut class.pool)?)
        } else {
            None
        };
        let token = if adapter.signature.takes_token {
            Some(descriptor.parameter_slots().saturating_sub(1))
        } else if !adapter.signature.gives_token {
            None
        } else if kept.is_none() && interception.at == At::Call {
            // Kept for a handler it costs C1 a register, and a caller may have hundreds of woven calls.
            Some(code.fresh_local(Kind::Reference))
        } else {
            Some(code.keep(&mut class.pool, 1)?)
        };
        let mut body = Body {
            code,
            pool: &mut class.pool,
            binding,
            kept,
            token,
            descriptor: &descriptor,
            adapter,
            names,
            interception,
            redacts: probe.redacts(),
        };
        match &interception.action {
            Action::Payload(action) => payload(&mut body, action)?,
            Action::Plain(action) => plain(&mut body, action)?,
        }
        let code = body.code;
        class.method(
            access::PUBLIC | access::STATIC,
            &adapter.method_name(),
            &adapter.descriptor,
            code,
        )?;
    }
    Ok(GeneratedClass {
        name,
        bytes: class.finish()?,
    })
}

/// The options of [`shim::BIND`] for a probe, with commas between them.
fn options(probe: &Probe) -> String {
    let mut options = Vec::new();
    if probe.control_objects {
        options.push(shim::option::CONTROL_OBJECTS);
    }
    if probe.class_names {
        options.push(shim::option::CLASS_NAMES);
    }
    if probe.register == Register::Eager {
        options.push(shim::option::EAGER);
    }
    if probe
        .interceptions
        .iter()
        .any(Interception::sets_thread_state)
        || probe
            .class
            .as_ref()
            .is_some_and(|class| class.thread_states)
    {
        options.push(shim::option::THREAD_STATES);
    }
    let types = probe.class.as_ref().map(|class| {
        options.push(shim::option::HANDLERS);
        class.types.as_ref()
    });
    let types = types
        .flatten()
        .map(|types| format!("{}{types}", shim::option::TYPES));
    options.extend(types.as_deref());
    options.join(",")
}

/// Says once that the runtime cannot be used, as the runtime would say it.
const MISSING: &str = "missing";
const THROWABLE: &str = "(Ljava/lang/Throwable;)V";

/// `Probes`: a `static final Object` for each probe, which the compilers fold, and `null` where the shim is missing.
fn bindings(
    probes: &BTreeMap<&str, &Probe>,
    with_values: &BTreeSet<&str>,
    here: &Names,
    events: &Names,
) -> Result<GeneratedClass, GenerateError> {
    const LINK: &str = "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/util/function/IntFunction;Ljava/util/function/Function;)Ljava/lang/Object;";
    let name = here.probes();
    let mut class = ClassBuilder::new(access::FINAL | access::SUPER, &name, "java/lang/Object")?;
    class.constant(mark::FIELD, here.mark())?;
    let mut start = Assembler::new(&MethodDescriptor::parse("()V")?, true);
    for (key, probe) in probes {
        class.field(
            access::STATIC | access::FINAL,
            key,
            "Ljava/lang/Object;",
            &[],
        )?;
        let factory = binary_name(&events.events(probe));
        for text in [*key, &factory, &options(probe)] {
            start.string(&mut class.pool, Some(text))?;
        }
        if with_values.contains(key) {
            start.instance(&mut class.pool, &here.values(probe))?;
        } else {
            start.plain(op::aconst_null, 0, 1);
        }
        if handlers::names_of(probe).is_some() {
            start.instance(&mut class.pool, &here.object_names(probe))?;
        } else {
            start.plain(op::aconst_null, 0, 1);
        }
        start.invokestatic(&mut class.pool, &name, "link", LINK)?;
        let field = class.pool.field(&name, key, "Ljava/lang/Object;")?;
        start.indexed(op::putstatic, field, 1, 0);
    }
    start.plain(op::return_, 0, 0);
    class.method(access::STATIC, "<clinit>", "()V", start)?;

    let mut link = Assembler::new(&MethodDescriptor::parse(LINK)?, true);
    link.int(&mut class.pool, shim::CALLS.into())?;
    for load in [op::aload_0, op::aload_1, op::aload_2] {
        link.plain(load, 0, 1);
    }
    let anchor = class.pool.class(&name)?;
    link.indexed(op::ldc_w, anchor, 0, 1);
    link.invokestatic(
        &mut class.pool,
        shim::SHIM,
        shim::BIND.name,
        shim::BIND.descriptor,
    )?;
    link.plain(op::dup, 1, 2);
    link.plain(op::aload_3, 0, 1);
    link.invokestatic(
        &mut class.pool,
        shim::SHIM,
        shim::TELEMETRIES.name,
        shim::TELEMETRIES.descriptor,
    )?;
    link.plain(op::dup, 1, 2);
    link.load(Kind::Reference, 4);
    link.invokestatic(
        &mut class.pool,
        shim::SHIM,
        shim::NAMES.name,
        shim::NAMES.descriptor,
    )?;
    link.plain(op::areturn, 1, 0);
    link.catch_all_here();
    link.invokestatic(&mut class.pool, &name, MISSING, THROWABLE)?;
    link.plain(op::aconst_null, 0, 1);
    link.plain(op::areturn, 1, 0);
    class.method(access::PRIVATE | access::STATIC, "link", LINK, link)?;
    missing(&mut class, &name, probes.keys().copied())?;
    lost(&mut class)?;
    Ok(GeneratedClass {
        name,
        bytes: class.finish()?,
    })
}

/// The method of `Probes` that closes the token of an adapter that has failed, and throws nothing.
fn lost(class: &mut ClassBuilder) -> Result<(), GenerateError> {
    let descriptor = shim::LOST.descriptor;
    let mut code = Assembler::new(&MethodDescriptor::parse(descriptor)?, true);
    code.plain(op::aload_0, 0, 1);
    code.invokestatic(&mut class.pool, shim::SHIM, shim::LOST.name, descriptor)?;
    code.plain(op::return_, 0, 0);
    code.catch_all_here();
    code.plain(op::pop, 1, 0);
    code.plain(op::return_, 0, 0);
    class.method(access::STATIC, LOST, descriptor, code)
}

/// The method of `Probes` that says on standard error, once, that nothing is recorded for the probes of a woven jar, unless
/// `-Dweave.log=off`: where the runtime is missing, no other code of ours is there to say it.
fn missing<'k>(
    class: &mut ClassBuilder,
    name: &str,
    keys: impl ExactSizeIterator<Item = &'k str>,
) -> Result<(), GenerateError> {
    /// How many keys the message names: enough to tell which jar it is.
    const MOST: usize = 8;
    const STRING: &str = "java/lang/String";
    const BUILDER: &str = "java/lang/StringBuilder";
    // No key of a probe has a hyphen.
    const SAID: &str = "has-said";
    let more = if keys.len() > MOST { ", …" } else { "" };
    let keys: Vec<String> = keys.take(MOST).map(|key| format!("`{key}`")).collect();
    let keys = keys.join(", ");
    let text =
        format!("weave: the runtime cannot be used, so nothing is recorded for {keys}{more}: ");
    class.field(access::PRIVATE | access::STATIC, SAID, "Z", &[])?;
    let said = class.pool.field(name, SAID, "Z")?;
    let err = class
        .pool
        .field("java/lang/System", "err", "Ljava/io/PrintStream;")?;
    let pool = &mut class.pool;
    let mut code = Assembler::new(&MethodDescriptor::parse(THROWABLE)?, true);
    let out = code.label();
    code.indexed(op::getstatic, said, 0, 1);
    code.jump(op::ifne, out);
    code.int(pool, 1)?;
    code.indexed(op::putstatic, said, 1, 0);
    code.string(pool, Some("off"))?;
    code.string(pool, Some("weave.log"))?;
    let property = "(Ljava/lang/String;)Ljava/lang/String;";
    code.invokestatic(pool, "java/lang/System", "getProperty", property)?;
    code.invokevirtual(pool, STRING, "equalsIgnoreCase", "(Ljava/lang/String;)Z")?;
    code.jump(op::ifne, out);
    code.indexed(op::getstatic, err, 0, 1);
    code.instance(pool, BUILDER)?;
    code.string(pool, Some(&text))?;
    let append = format!("(Ljava/lang/String;)L{BUILDER};");
    code.invokevirtual(pool, BUILDER, "append", &append)?;
    code.plain(op::aload_0, 0, 1);
    let append = format!("(Ljava/lang/Object;)L{BUILDER};");
    code.invokevirtual(pool, BUILDER, "append", &append)?;
    code.invokevirtual(pool, BUILDER, "toString", "()Ljava/lang/String;")?;
    code.invokevirtual(
        pool,
        "java/io/PrintStream",
        "println",
        "(Ljava/lang/String;)V",
    )?;
    code.bind(out);
    code.plain(op::return_, 0, 0);
    code.catch_all_here();
    code.plain(op::pop, 1, 0);
    code.plain(op::return_, 0, 0);
    class.method(access::PRIVATE | access::STATIC, MISSING, THROWABLE, code)
}

//! Adapter classes: the static methods that woven code calls.

use std::collections::{BTreeMap, BTreeSet};

use crate::classfile::code::opcode::op;
use crate::classfile::{Kind, MethodDescriptor, PoolFull, access};
use crate::plan::{Adapter, Points, Reading, Role, Signature};
use crate::rules::{Action, Interception, Probe, Register, RuleSet};
use crate::shim;

use super::actions::{Body, payload, plain};
use super::assembler::{Assembler, ClassBuilder};
use super::telemetry::{self, Values};
use super::{GeneratedClass, Names, handlers, readers};

/// The adapters that a woven jar uses, and the class with the bindings of its probes. `here` names the classes in the
/// jar, `events` those beside the shim; `values` are the methods of telemetries that the jar has.
///
/// # Errors
/// [`PoolFull`]: an interception with tens of thousands of different signatures, or texts too long for a class file.
pub fn adapters(
    used: &BTreeSet<Adapter>,
    rules: &RuleSet,
    values: &Values,
    here: &Names,
    events: &Names,
) -> Result<Vec<GeneratedClass>, PoolFull> {
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
) -> Result<GeneratedClass, PoolFull> {
    let name = names.adapter(interception.id);
    let mut class = ClassBuilder::new(
        access::PUBLIC | access::FINAL | access::SUPER,
        &name,
        "java/lang/Object",
    )?;
    let probes = names.probes();
    for adapter in adapters {
        let descriptor = MethodDescriptor::parse(&adapter.descriptor).map_err(|_| PoolFull)?;
        let signature = signature(interception, adapter, &descriptor).ok_or(PoolFull)?;
        let binding = class
            .pool
            .field(&probes, &probe.key, "Ljava/lang/Object;")?;
        let mut code = Assembler::new(&descriptor, true);
        let kept = if interception.calls_handlers() {
            Some(handlers::Kept::new(&mut code, &mut class.pool)?)
        } else {
            None
        };
        let token = if signature.takes_token {
            Some(descriptor.parameter_slots().saturating_sub(1))
        } else if signature.gives_token {
            Some(code.keep(&mut class.pool, 1)?)
        } else {
            None
        };
        let mut body = Body {
            code,
            pool: &mut class.pool,
            binding,
            kept,
            token,
            signature: &signature,
            descriptor: &descriptor,
            adapter,
            names,
            interception,
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

/// What an adapter of this role and descriptor takes. Constructors and other methods share roles, but not always what
/// is passed there: what the descriptor has room for is meant.
fn signature(
    interception: &Interception,
    adapter: &Adapter,
    descriptor: &MethodDescriptor<'_>,
) -> Option<Signature> {
    let of = |is_constructor| {
        let points = Points::of(interception, is_constructor);
        match adapter.role {
            Role::Enter | Role::EnterConstructor => points.enter,
            Role::Constructed => Some(Signature {
                values: vec![],
                paths: vec![],
                takes_token: true,
                gives_token: false,
            }),
            Role::Exit => points.exit,
            Role::Fail => points.fail,
        }
    };
    let given = adapter.readings.iter().flat_map(Reading::given).count();
    let fits = |signature: &Signature| {
        let taken = signature.values.len() + given + usize::from(signature.takes_token);
        taken == descriptor.parameters.len()
            && signature.paths.len() == adapter.readings.len()
            && signature.gives_token == descriptor.returns.is_some()
    };
    [false, true].into_iter().filter_map(of).find(fits)
}

/// `Probes`: a `static final Object` for each probe, which the compilers fold, and `null` where the shim is missing.
fn bindings(
    probes: &BTreeMap<&str, &Probe>,
    with_values: &BTreeSet<&str>,
    here: &Names,
    events: &Names,
) -> Result<GeneratedClass, PoolFull> {
    const LINK: &str = "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/util/function/IntFunction;Ljava/util/function/Function;)Ljava/lang/Object;";
    let name = here.probes();
    let mut class = ClassBuilder::new(access::FINAL | access::SUPER, &name, "java/lang/Object")?;
    let mut start = Assembler::new(&MethodDescriptor::parse("()V").map_err(|_| PoolFull)?, true);
    for (key, probe) in probes {
        class.field(
            access::STATIC | access::FINAL,
            key,
            "Ljava/lang/Object;",
            &[],
        )?;
        let mut options = Vec::new();
        if probe.control_objects {
            options.push(shim::option::CONTROL_OBJECTS);
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
        let factory = events.events(probe).replace('/', ".");
        for text in [*key, &factory, &options.join(",")] {
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

    let mut link = Assembler::new(&MethodDescriptor::parse(LINK).map_err(|_| PoolFull)?, true);
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
    link.plain(op::pop, 1, 0);
    link.plain(op::aconst_null, 0, 1);
    link.plain(op::areturn, 1, 0);
    class.method(access::PRIVATE | access::STATIC, "link", LINK, link)?;
    Ok(GeneratedClass {
        name,
        bytes: class.finish()?,
    })
}

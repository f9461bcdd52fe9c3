//! Event classes: one for each probe and kind of event, and the factory through which the shim makes them.

use std::fmt::Write as _;

use crate::classfile::access;
use crate::classfile::code::opcode::op;
use crate::model::{Probe, RuleSet};
use crate::names::{Kind as Move, MethodDescriptor, binary_name};
use crate::shim;

use super::annotation::{Element, annotation};
use super::assembler::{Assembler, ClassBuilder};
use super::error::GenerateError;
use super::{GeneratedClass, Names, telemetry};

pub(super) const PUBLIC_FINAL: u16 = access::PUBLIC | access::FINAL | access::SUPER;

/// A kind of event that a probe can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Payload,
    ControlObject,
    Split,
    Totals,
    Type,
}

impl Kind {
    /// The last part of the event's name.
    fn name(self) -> &'static str {
        match self {
            Self::Payload => "Payload",
            Self::ControlObject => "ControlObject",
            Self::Split => "Split",
            Self::Totals => "Totals",
            Self::Type => "Type",
        }
    }

    /// The class of the shim that declares the fields.
    fn superclass(self) -> &'static str {
        match self {
            Self::Payload => shim::PAYLOAD_EVENT,
            Self::ControlObject => shim::CONTROL_OBJECT_EVENT,
            Self::Split => shim::SPLIT_EVENT,
            Self::Totals => shim::TOTALS_EVENT,
            Self::Type => shim::TYPE_EVENT,
        }
    }

    /// The method of the factory that makes one, and that which ends and records one, for what lasts.
    fn factory(self) -> (shim::Call, Option<shim::Call>) {
        match self {
            Self::Payload => (shim::BEGIN_PAYLOAD, Some(shim::END_PAYLOAD)),
            Self::ControlObject => (shim::NEW_CONTROL_OBJECT, None),
            Self::Split => (shim::BEGIN_SPLIT, Some(shim::END_SPLIT)),
            Self::Totals => (shim::NEW_TOTALS, None),
            Self::Type => (shim::NEW_TYPE, None),
        }
    }

    fn label(self, probe: &Probe) -> String {
        match self {
            Self::Payload => probe.name.clone(),
            Self::ControlObject => format!("{} Control Object", probe.name),
            Self::Split => format!("{} Split", probe.name),
            Self::Totals => format!("{} Totals", probe.name),
            Self::Type => format!("{} Type", probe.name),
        }
    }

    /// In the order in which the shim expects the classes.
    const ALL: [Self; 5] = [
        Self::Payload,
        Self::ControlObject,
        Self::Split,
        Self::Totals,
        Self::Type,
    ];

    /// True for what has a beginning and an end, and a place in the program: it has thresholds and stacks.
    fn lasts(self) -> bool {
        matches!(self, Self::Payload | Self::Split)
    }

    /// True when the probe has events of this kind.
    fn of(self, probe: &Probe) -> bool {
        match self {
            Self::Payload => probe.events,
            Self::Totals => !probe.events,
            Self::ControlObject => probe.control_objects,
            Self::Split => probe.has_splits(),
            Self::Type => probe.has_colors(),
        }
    }
}

/// The event classes and factories of all probes.
///
/// # Errors
/// [`GenerateError`], when texts of the rules are longer than a class file can hold.
pub fn events(rules: &RuleSet, names: &Names) -> Result<Vec<GeneratedClass>, GenerateError> {
    let mut classes = Vec::new();
    for probe in &rules.probes {
        classes.push(factory(rules, probe, names)?);
        for kind in Kind::ALL.into_iter().filter(|kind| kind.of(probe)) {
            classes.push(event(rules, probe, kind, names)?);
        }
        for telemetry in &probe.telemetries {
            classes.push(telemetry::event(rules, probe, telemetry, names)?);
        }
    }
    Ok(classes)
}

/// The names of the event types of a probe.
pub fn event_names(rules: &RuleSet, probe: &Probe) -> Vec<String> {
    let kinds = Kind::ALL.into_iter().filter(|kind| kind.of(probe));
    let kinds = kinds.map(|kind| kind.name().to_owned());
    kinds
        .chain(probe.telemetries.iter().map(telemetry::kind))
        .map(|kind| rules.event_name(probe, &kind))
        .collect()
}

/// Reflection metadata for `native-image`: the shim finds factories and the enums of types by name, the recorder reads the event
/// classes.
pub fn native_image_metadata(rules: &RuleSet, names: &Names) -> String {
    let events = rules.probes.iter().flat_map(|probe| {
        let kinds = Kind::ALL.into_iter().filter(|kind| kind.of(probe));
        std::iter::once(names.events(probe))
            .chain(kinds.map(|kind| names.event(probe, kind.name())))
            .chain(
                probe
                    .telemetries
                    .iter()
                    .map(|telemetry| telemetry::class_name(names, probe, telemetry)),
            )
            .chain(probe.class.iter().filter_map(|class| class.types.clone()))
    });
    let mut json = String::from("[");
    let of_runtime = [shim::BY_NAME, shim::THREAD_STATE_EVENT, shim::CHUNK_END];
    let of_runtime = of_runtime.into_iter().chain(shim::sampler::EVENTS);
    for class in of_runtime.map(str::to_owned).chain(events) {
        let separator = if json.len() > 1 { "," } else { "" };
        let name = binary_name(&class);
        let _ = write!(
            json,
            "{separator}\n  {{ \"name\": \"{name}\", \"allDeclaredConstructors\": true, \"allDeclaredFields\": true, \"allDeclaredMethods\": true }}"
        );
    }
    json.push_str("\n]\n");
    json
}

pub(super) fn descriptor(text: &str) -> Result<MethodDescriptor<'_>, GenerateError> {
    Ok(MethodDescriptor::parse(text)?)
}

pub(super) fn constructor(class: &mut ClassBuilder, superclass: &str) -> Result<(), GenerateError> {
    let mut code = Assembler::new(&descriptor("()V")?, false);
    code.plain(op::aload_0, 0, 1);
    let index = class.pool.method(superclass, "<init>", "()V")?;
    code.indexed(op::invokespecial, index, 1, 0);
    code.plain(op::return_, 0, 0);
    class.method(access::PUBLIC, "<init>", "()V", code)
}

fn factory(rules: &RuleSet, probe: &Probe, names: &Names) -> Result<GeneratedClass, GenerateError> {
    let name = names.events(probe);
    let mut class = ClassBuilder::new(PUBLIC_FINAL, &name, shim::EVENTS)?;
    constructor(&mut class, shim::EVENTS)?;
    for kind in Kind::ALL {
        let event = kind.of(probe).then(|| names.event(probe, kind.name()));
        let (make, end) = kind.factory();
        let mut code = Assembler::new(&descriptor(make.descriptor)?, false);
        if let Some(event) = &event {
            code.instance(&mut class.pool, event)?;
            if end.is_some() {
                code.plain(op::dup, 1, 2);
                code.invokevirtual(&mut class.pool, event, "begin", "()V")?;
            }
        } else if kind == Kind::Payload {
            // Something has to stand for what is only counted.
            code.plain(op::aload_0, 0, 1);
        } else {
            code.plain(op::aconst_null, 0, 1);
        }
        code.plain(op::areturn, 1, 0);
        class.method(access::PUBLIC, make.name, make.descriptor, code)?;
        if let (Some(end), Some(event)) = (end, &event) {
            let limit = match kind {
                _ if probe.settings.throttle.is_none() => None,
                Kind::Split => Some(shim::SPLIT_ACCEPTED),
                _ => Some(shim::PAYLOAD_ACCEPTED),
            };
            ending(&mut class, end, event, limit.map(|call| (&*name, call)))?;
        }
    }
    if let Some(throttle) = &probe.settings.throttle {
        let call = shim::THROTTLE;
        let mut code = Assembler::new(&descriptor(call.descriptor)?, false);
        code.string(&mut class.pool, Some(throttle))?;
        code.plain(op::areturn, 1, 0);
        class.method(access::PUBLIC, call.name, call.descriptor, code)?;
    }
    let redacts = probe.redacts();
    if !redacts.is_empty() {
        let call = shim::REDACTS;
        let mut code = Assembler::new(&descriptor(call.descriptor)?, false);
        code.strings(&mut class.pool, redacts.iter().copied().map(Some))?;
        code.plain(op::areturn, 1, 0);
        class.method(access::PUBLIC, call.name, call.descriptor, code)?;
    }
    purposes(&mut class, rules, probe)?;
    telemetry::factory(&mut class, probe, names)?;
    type_colors(&mut class, probe)?;
    let kinds = Kind::ALL
        .into_iter()
        .map(|kind| kind.of(probe).then(|| names.event(probe, kind.name())));
    let telemetries = probe
        .telemetries
        .iter()
        .map(|telemetry| Some(telemetry::class_name(names, probe, telemetry)));
    let types: Vec<Option<String>> = kinds.chain(telemetries).collect();
    let mut code = Assembler::new(&descriptor(shim::EVENT_TYPES.descriptor)?, false);
    code.int(
        &mut class.pool,
        i32::try_from(types.len()).unwrap_or_default(),
    )?;
    let index = class.pool.class("java/lang/Class")?;
    code.indexed(op::anewarray, index, 1, 1);
    for (slot, event) in (0..).zip(types) {
        let Some(event) = event else { continue };
        code.plain(op::dup, 1, 2);
        code.int(&mut class.pool, slot)?;
        let index = class.pool.class(&event)?;
        code.indexed(op::ldc_w, index, 0, 1);
        code.plain(op::aastore, 3, 0);
    }
    code.plain(op::areturn, 1, 0);
    class.method(
        access::PUBLIC,
        shim::EVENT_TYPES.name,
        shim::EVENT_TYPES.descriptor,
        code,
    )?;
    Ok(GeneratedClass {
        name,
        bytes: class.finish()?,
    })
}

/// Says what the calls of the probe are there for.
fn purposes(class: &mut ClassBuilder, rules: &RuleSet, probe: &Probe) -> Result<(), GenerateError> {
    let call = shim::PURPOSES;
    let mut purposes = 0;
    for (of, interception) in rules.interceptions() {
        if of.key == probe.key && interception.makes_payloads() {
            purposes |= shim::purpose::PAYLOADS;
        }
        if of.key == probe.key && interception.is_sampled() {
            purposes |= shim::purpose::SAMPLES;
        }
    }
    let mut code = Assembler::new(&descriptor(call.descriptor)?, false);
    code.int(&mut class.pool, purposes)?;
    code.plain(op::ireturn, 1, 0);
    class.method(access::PUBLIC, call.name, call.descriptor, code)
}

/// Ends an event and gives it, ready to be committed; null if it is off, below its threshold, or above the limit that this class is asked
/// for. The class of the event is named, so that HotSpot sees which code that is: every probe has its own.
fn ending(
    class: &mut ClassBuilder,
    end: shim::Call,
    event: &str,
    limit: Option<(&str, shim::Call)>,
) -> Result<(), GenerateError> {
    let mut code = Assembler::new(&descriptor(end.descriptor)?, false);
    let out = code.label();
    let ended = code.fresh_local(Move::Reference);
    let index = class.pool.class(event)?;
    code.plain(op::aload_1, 0, 1);
    code.indexed(op::checkcast, index, 1, 1);
    code.astore(ended);
    let load = |code: &mut Assembler| code.load(Move::Reference, ended);
    load(&mut code);
    code.invokevirtual(&mut class.pool, event, "end", "()V")?;
    load(&mut code);
    code.invokevirtual(&mut class.pool, event, "shouldCommit", "()Z")?;
    code.jump(op::ifeq, out);
    if let Some((here, accepted)) = limit {
        code.plain(op::aload_0, 0, 1);
        code.invokevirtual(&mut class.pool, here, accepted.name, accepted.descriptor)?;
        code.jump(op::ifeq, out);
    }
    load(&mut code);
    code.plain(op::aload_2, 0, 1);
    code.plain(op::aload_3, 0, 1);
    let set = shim::SET_FROM;
    code.invokevirtual(&mut class.pool, event, set.name, set.descriptor)?;
    load(&mut code);
    code.plain(op::areturn, 1, 0);
    code.bind(out);
    code.plain(op::aconst_null, 0, 1);
    code.plain(op::areturn, 1, 0);
    class.method(access::PUBLIC, end.name, end.descriptor, code)
}

/// What the factory says of types that the rules declare. Those of a probe class are asked for themselves.
fn type_colors(class: &mut ClassBuilder, probe: &Probe) -> Result<(), GenerateError> {
    let call = shim::TYPE_COLORS;
    if probe.class.is_some() || !probe.has_colors() {
        return Ok(());
    }
    let colors: Vec<Option<String>> = probe
        .types
        .iter()
        .map(|one| one.color.map(|color| format!("#{color:06X}")))
        .collect();
    let names = probe.types.iter().map(|one| Some(one.name.as_str()));
    let both = names.zip(colors.iter().map(Option::as_deref));
    let both: Vec<Option<&str>> = both.flat_map(|(name, color)| [name, color]).collect();
    let mut code = Assembler::new(&descriptor(call.descriptor)?, false);
    code.strings(&mut class.pool, both.into_iter())?;
    code.plain(op::areturn, 1, 0);
    class.method(access::PUBLIC, call.name, call.descriptor, code)
}

/// Where a probe stands, as its events say it.
pub(super) fn origin(probe: &Probe) -> String {
    probe.origin.to_string()
}

fn event(
    rules: &RuleSet,
    probe: &Probe,
    kind: Kind,
    names: &Names,
) -> Result<GeneratedClass, GenerateError> {
    let name = names.event(probe, kind.name());
    let mut class = ClassBuilder::new(PUBLIC_FINAL, &name, kind.superclass())?;
    constructor(&mut class, kind.superclass())?;
    let event_name = rules.event_name(probe, kind.name());
    let label = kind.label(probe);
    let category = [rules.event_prefix.as_str(), probe.name.as_str()];
    let origin = origin(probe);
    let mut all = vec![
        ("Ljdk/jfr/Name;", Element::Text(&event_name)),
        ("Ljdk/jfr/Label;", Element::Text(&label)),
        ("Ljdk/jfr/Category;", Element::Texts(&category)),
        (shim::RULE, Element::Text(&origin)),
    ];
    if let Some(description) = &probe.description {
        all.push(("Ljdk/jfr/Description;", Element::Text(description)));
    }
    let settings = &probe.settings;
    if let Some(enabled) = settings.enabled {
        all.push(("Ljdk/jfr/Enabled;", Element::Flag(enabled)));
    }
    // Opening and closing takes no time and its place says little.
    let stack_trace = if kind.lasts() {
        settings.stack_trace
    } else {
        Some(false)
    };
    if let Some(stack_trace) = stack_trace {
        all.push(("Ljdk/jfr/StackTrace;", Element::Flag(stack_trace)));
    }
    if let (true, Some(threshold)) = (kind.lasts(), &settings.threshold) {
        all.push(("Ljdk/jfr/Threshold;", Element::Text(threshold)));
    }
    if let (true, Some(throttle)) = (kind.lasts(), &settings.throttle) {
        all.push(("Ljdk/jfr/Throttle;", Element::Text(throttle)));
    }
    for (annotation_type, value) in all {
        let encoded = annotation(&mut class.pool, annotation_type, value)?;
        class.annotations.push(encoded);
    }
    Ok(GeneratedClass {
        name,
        bytes: class.finish()?,
    })
}

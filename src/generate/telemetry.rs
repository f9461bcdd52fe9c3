//! Telemetries: an event class for each, with a field for each line; and in woven jars the class that asks the application.

use std::collections::BTreeMap;

use crate::classfile::access;
use crate::classfile::code::opcode::op;
use crate::model::{Line, Probe, RuleSet, Source, Telemetry, Unit};
use crate::names::{Kind, MethodDescriptor, internal_name};
use crate::shim::{self, source, unit};

use super::annotation::{Element, annotation, marker};
use super::assembler::{Assembler, ClassBuilder};
use super::error::GenerateError;
use super::events::{PUBLIC_FINAL, constructor, descriptor, origin};
use super::{GeneratedClass, Names};

/// The descriptors of the methods that give values in a woven jar, by the key of the probe and the number of the value.
pub type Values = BTreeMap<(String, i32), String>;

/// The methods that a probe asks for values, with their numbers.
pub fn methods(probe: &Probe) -> impl Iterator<Item = (i32, &str, &str)> {
    let lines = probe
        .telemetries
        .iter()
        .flat_map(|telemetry| &telemetry.lines);
    let methods = lines.filter_map(|line| match &line.source {
        Source::Method { class, method } => Some((class.as_str(), method.as_str())),
        _ => None,
    });
    (0..)
        .zip(methods)
        .map(|(number, (class, method))| (number, class, method))
}

/// The classes that a method may return besides primitive types; each is a `java.lang.Number`.
const NUMBERS: [&str; 13] = [
    "Ljava/lang/Byte;",
    "Ljava/lang/Short;",
    "Ljava/lang/Integer;",
    "Ljava/lang/Long;",
    "Ljava/lang/Float;",
    "Ljava/lang/Double;",
    "Ljava/lang/Number;",
    "Ljava/math/BigDecimal;",
    "Ljava/math/BigInteger;",
    "Ljava/util/concurrent/atomic/AtomicInteger;",
    "Ljava/util/concurrent/atomic/AtomicLong;",
    "Ljava/util/concurrent/atomic/LongAdder;",
    "Ljava/util/concurrent/atomic/DoubleAdder;",
];

/// True for the descriptor of a method without parameters that returns a number.
pub fn gives_number(descriptor: &str) -> bool {
    descriptor
        .strip_prefix("()")
        .is_some_and(|result| boxing(result).is_some() || NUMBERS.contains(&result))
}

/// The wrapper of a primitive number.
fn boxing(result: &str) -> Option<(&'static str, &'static str)> {
    Some(match result {
        "B" | "S" | "I" => ("java/lang/Integer", "(I)Ljava/lang/Integer;"),
        "J" => ("java/lang/Long", "(J)Ljava/lang/Long;"),
        "F" => ("java/lang/Float", "(F)Ljava/lang/Float;"),
        "D" => ("java/lang/Double", "(D)Ljava/lang/Double;"),
        _ => return None,
    })
}

/// The kind in the name of an event: `Telemetry.Pool`.
pub(super) fn kind(telemetry: &Telemetry) -> String {
    format!("Telemetry.{}", telemetry.id)
}

/// The internal name of the event class.
pub(super) fn class_name(names: &Names, probe: &Probe, telemetry: &Telemetry) -> String {
    names.event(probe, &format!("Telemetry_{}", telemetry.id))
}

/// True for what is recorded as a whole number: times are nanoseconds, and neither they nor bytes have parts.
fn is_whole(unit: Unit) -> bool {
    !matches!(unit, Unit::Plain | Unit::PerSecond | Unit::Percent)
}

fn field_descriptor(line: &Line) -> &'static str {
    if is_whole(line.unit) { "J" } else { "D" }
}

/// The event class of a telemetry.
pub(super) fn event(
    rules: &RuleSet,
    probe: &Probe,
    telemetry: &Telemetry,
    names: &Names,
) -> Result<GeneratedClass, GenerateError> {
    let name = class_name(names, probe, telemetry);
    let mut class = ClassBuilder::new(PUBLIC_FINAL, &name, shim::TELEMETRY_EVENT)?;
    constructor(&mut class, shim::TELEMETRY_EVENT)?;
    let event_name = rules.event_name(probe, &kind(telemetry));
    let label = format!("{} {}", probe.name, telemetry.name);
    let category = [rules.event_prefix.as_str(), probe.name.as_str()];
    let origin = origin(probe);
    for (annotation_type, value) in [
        ("Ljdk/jfr/Name;", Element::Text(&event_name)),
        ("Ljdk/jfr/Label;", Element::Text(&label)),
        ("Ljdk/jfr/Category;", Element::Texts(&category)),
        ("Ljdk/jfr/StackTrace;", Element::Flag(false)),
        (shim::RULE, Element::Text(&origin)),
    ] {
        let encoded = annotation(&mut class.pool, annotation_type, value)?;
        class.annotations.push(encoded);
    }
    if telemetry.stacked {
        let encoded = marker(&mut class.pool, shim::STACKED)?;
        class.annotations.push(encoded);
    }
    let mut set = Assembler::new(&descriptor(shim::SET.descriptor)?, false);
    for (index, line) in (0..).zip(&telemetry.lines) {
        let annotations = annotations(&mut class, line)?;
        let kind = field_descriptor(line);
        class.field(access::PROTECTED, &line.id, kind, &annotations)?;
        let field = class.pool.field(&name, &line.id, kind)?;
        set.plain(op::aload_0, 0, 1);
        if is_whole(line.unit) {
            set.plain(op::aload_1, 0, 1);
            set.int(&mut class.pool, index)?;
            set.plain(op::laload, 2, 2);
        } else {
            set.plain(op::aload_2, 0, 1);
            set.int(&mut class.pool, index)?;
            set.plain(op::daload, 2, 2);
        }
        set.indexed(op::putfield, field, 3, 0);
    }
    set.plain(op::return_, 0, 0);
    class.method(access::PROTECTED, shim::SET.name, shim::SET.descriptor, set)?;
    Ok(GeneratedClass {
        name,
        bytes: class.finish()?,
    })
}

/// Label and unit of a field.
fn annotations(class: &mut ClassBuilder, line: &Line) -> Result<Vec<Vec<u8>>, GenerateError> {
    let pool = &mut class.pool;
    let mut all = vec![annotation(
        pool,
        "Ljdk/jfr/Label;",
        Element::Text(&line.name),
    )?];
    all.extend(match line.unit {
        Unit::Plain => None,
        Unit::PerSecond => Some(marker(pool, "Ljdk/jfr/Frequency;")?),
        Unit::Percent => Some(marker(pool, "Ljdk/jfr/Percentage;")?),
        Unit::Milliseconds | Unit::Microseconds | Unit::Nanoseconds => Some(annotation(
            pool,
            "Ljdk/jfr/Timespan;",
            Element::Text("NANOSECONDS"),
        )?),
        Unit::Bytes => Some(annotation(
            pool,
            "Ljdk/jfr/DataAmount;",
            Element::Text("BYTES"),
        )?),
    });
    Ok(all)
}

/// The methods of the factory that make events of telemetries and describe their lines.
pub(super) fn factory(
    class: &mut ClassBuilder,
    probe: &Probe,
    names: &Names,
) -> Result<(), GenerateError> {
    let make = shim::NEW_TELEMETRY;
    let mut code = Assembler::new(&descriptor(make.descriptor)?, false);
    for (index, telemetry) in (0..).zip(&probe.telemetries) {
        let other = code.label();
        code.plain(op::iload_1, 0, 1);
        code.int(&mut class.pool, index)?;
        code.plain(op::isub, 2, 1);
        code.jump(op::ifne, other);
        code.instance(&mut class.pool, &class_name(names, probe, telemetry))?;
        code.plain(op::areturn, 1, 0);
        code.bind(other);
    }
    code.plain(op::aconst_null, 0, 1);
    code.plain(op::areturn, 1, 0);
    class.method(access::PUBLIC, make.name, make.descriptor, code)?;

    let mut numbers = Vec::new();
    let mut line_names = Vec::new();
    let mut methods = 0..;
    for (index, telemetry) in (0..).zip(&probe.telemetries) {
        for line in &telemetry.lines {
            let (source, said) = match &line.source {
                Source::Method { class, method } => (
                    methods.next().unwrap_or_default(),
                    format!("{} ({class}#{method})", telemetry.name),
                ),
                Source::Events => (source::EVENTS, telemetry.name.clone()),
                Source::AverageDuration => (source::AVERAGE_DURATION, telemetry.name.clone()),
                Source::OpenControlObjects => {
                    (source::OPEN_CONTROL_OBJECTS, telemetry.name.clone())
                }
            };
            numbers.extend([index, source, unit_number(line.unit), line.scale]);
            line_names.push(said);
        }
    }
    let mut code = Assembler::new(&descriptor(shim::LINES.descriptor)?, false);
    code.int(
        &mut class.pool,
        i32::try_from(numbers.len()).unwrap_or_default(),
    )?;
    code.int_array();
    for (slot, number) in (0..).zip(numbers) {
        code.plain(op::dup, 1, 2);
        code.int(&mut class.pool, slot)?;
        code.int(&mut class.pool, number)?;
        code.plain(op::iastore, 3, 0);
    }
    code.plain(op::areturn, 1, 0);
    class.method(
        access::PUBLIC,
        shim::LINES.name,
        shim::LINES.descriptor,
        code,
    )?;

    let mut code = Assembler::new(&descriptor(shim::LINE_NAMES.descriptor)?, false);
    let line_names = line_names.iter().map(|name| Some(name.as_str()));
    code.strings(&mut class.pool, line_names)?;
    code.plain(op::areturn, 1, 0);
    let call = shim::LINE_NAMES;
    class.method(access::PUBLIC, call.name, call.descriptor, code)
}

fn unit_number(unit: Unit) -> i32 {
    match unit {
        Unit::Plain => unit::PLAIN,
        Unit::PerSecond => unit::PER_SECOND,
        Unit::Percent => unit::PERCENT,
        Unit::Milliseconds => unit::MILLISECONDS,
        Unit::Microseconds => unit::MICROSECONDS,
        Unit::Bytes => unit::BYTES,
        Unit::Nanoseconds => unit::NANOSECONDS,
    }
}

/// The class that gives the values of a probe by their numbers, of the methods that are known here; `None` without any.
pub(super) fn values(
    probe: &Probe,
    known: &Values,
    names: &Names,
) -> Result<Option<GeneratedClass>, GenerateError> {
    const APPLY: &str = "(I)Ljava/lang/Object;";
    let known: Vec<(i32, &str, &str, &str)> = methods(probe)
        .filter_map(|(number, class, method)| {
            let descriptor = known.get(&(probe.key.clone(), number))?;
            Some((number, class, method, descriptor.as_str()))
        })
        .collect();
    if known.is_empty() {
        return Ok(None);
    }
    let name = names.values(probe);
    let mut class = ClassBuilder::new(PUBLIC_FINAL, &name, "java/lang/Object")?;
    class.implement("java/util/function/IntFunction")?;
    constructor(&mut class, "java/lang/Object")?;
    let parsed = MethodDescriptor::parse(APPLY)?;
    let mut code = Assembler::new(&parsed, false);
    for (number, owner, method, descriptor) in known {
        let other = code.label();
        code.load(Kind::Int(b'I'), 1);
        code.int(&mut class.pool, number)?;
        code.plain(op::isub, 2, 1);
        code.jump(op::ifne, other);
        code.invokestatic(&mut class.pool, &internal_name(owner), method, descriptor)?;
        if let Some((wrapper, value_of)) = descriptor.strip_prefix("()").and_then(boxing) {
            code.invokestatic(&mut class.pool, wrapper, "valueOf", value_of)?;
        }
        code.plain(op::areturn, 1, 0);
        code.bind(other);
    }
    code.plain(op::aconst_null, 0, 1);
    code.plain(op::areturn, 1, 0);
    class.method(access::PUBLIC, "apply", APPLY, code)?;
    Ok(Some(GeneratedClass {
        name,
        bytes: class.finish()?,
    }))
}

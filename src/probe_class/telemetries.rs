//! Methods that are asked for something: values of telemetries, names of control objects.

use crate::classfile::ElementValue;
use crate::model::{Injected, Line, MAX_SCALE, Probe, Source, UNITS, Unit, Value, add_line};

use super::methods::Method;
use super::parameters;
use super::probe::text;
use super::report::Report;

/// What a method may return besides primitive numbers.
const NUMBERS: [&str; 7] = [
    "java.lang.Byte",
    "java.lang.Short",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Float",
    "java.lang.Double",
    "java.math.BigDecimal",
];
const PRIMITIVES: [&str; 6] = ["byte", "short", "int", "long", "float", "double"];

/// `@Telemetry`.
pub(super) fn telemetry(method: &Method, probe: &mut Probe, report: &mut Report<'_>) {
    let before = report.errors.len();
    if !method.parameters.is_empty() {
        report.error(
            &method.name,
            "has parameters",
            "@Telemetry is for methods without any",
        );
    }
    let returns = method.returns.as_str();
    if !NUMBERS.contains(&returns) && !PRIMITIVES.contains(&returns) {
        report.error(
            &method.name,
            &format!("returns `{returns}`"),
            "@Telemetry is for methods that return a number: a primitive one, a wrapper of one or a `java.math.BigDecimal`",
        );
    }
    let (mut unit, mut scale, mut stacked) = (Unit::Plain, 0, false);
    if let Some(ElementValue::Annotation(format)) = method.annotation.get("format") {
        if let Some(ElementValue::Constant(name)) = format.get("value") {
            let word = name.to_ascii_lowercase().replace('_', "-");
            match UNITS.iter().find(|(known, _)| *known == word) {
                Some((_, known)) => unit = *known,
                None => report.error(
                    &method.name,
                    &format!("has the unit `{name}`, which is not known"),
                    "expected a constant of TelemetryUnit",
                ),
            }
        }
        if let Some(ElementValue::Int(value)) = format.get("scale") {
            scale = *value;
        }
        stacked = matches!(format.get("stacked"), Some(ElementValue::Int(1)));
    }
    if scale.unsigned_abs() > MAX_SCALE {
        report.error(
            &method.name,
            &format!("has the scale {scale}"),
            &format!("expected a number from -{MAX_SCALE} to {MAX_SCALE}"),
        );
    }
    if report.errors.len() > before {
        return;
    }
    let name = text(&method.annotation, "value").unwrap_or_default();
    let shown = text(&method.annotation, "line").unwrap_or_default();
    let source = Source::Method {
        class: report.class.to_owned(),
        method: method.name.clone(),
    };
    let line = Line::new(&shown, source, unit, scale);
    if let Err(what) = add_line(&mut probe.telemetries, &name, line, stacked) {
        let what = format!("has a line that is there already: {what}");
        report.error(&method.name, &what, "expected another `line`");
    }
}

/// `@ControlObjectName`.
pub(super) fn object_name(method: &Method, probe: &mut Probe, report: &mut Report<'_>) {
    let is_right = method.returns == "java.lang.String"
        && matches!(method.parameters.as_slice(), [(one, _)] if one == "java.lang.Object");
    if !is_right {
        report.error(
            &method.name,
            "cannot name control objects",
            "expected `public static String name(Object controlObject)`",
        );
        return;
    }
    let mut given = method.parameters.iter().flat_map(|(_, all)| all);
    if let Some(given) = given.find_map(parameters::name) {
        report.warning(
            &method.name,
            &format!("has a parameter with @{given}, which has no effect there"),
            "leave it out: the parameter is the control object",
        );
    }
    if !probe.control_objects {
        report.warning(
            &method.name,
            "names control objects, which the probe has not",
            "set controlObjects = true in @Probe",
        );
    }
    if let Some(known) = &probe.object_names {
        report.error(
            &method.name,
            &format!("is a second @ControlObjectName, `{}` is one", known.method),
            "control objects have one name: take one of the two out",
        );
        return;
    }
    probe.object_names = Some(method.handler(vec![Injected::Value(Value::This)]));
}

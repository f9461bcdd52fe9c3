//! What the parameters of a method are given.

use crate::classfile::{Annotation, ElementValue};
use crate::model::{ExactMethod, Injected, Point, Value};

use super::interceptions::name_of;
use super::methods::Method;
use super::report::Report;

pub(super) const CONTEXT: &str = "weave.probe.ProbeContext";
const OBJECT: &str = "java.lang.Object";

/// The annotations of parameters, as they are written.
const NAMES: [&str; 5] = [
    "ThisValue",
    "ReturnValue",
    "ExceptionValue",
    "DeclaringClass",
    "Parameter",
];

/// The name of an annotation that says what a parameter is given.
pub(super) fn name(annotation: &Annotation) -> Option<&'static str> {
    let written = annotation
        .type_name
        .strip_prefix("weave/probe/parameter/")?;
    NAMES.into_iter().find(|known| *known == written)
}

/// Where a method is called.
pub(super) struct Place<'s> {
    pub(super) spec: &'s ExactMethod,
    pub(super) on: Point,
    pub(super) is_split: bool,
}

/// What each parameter is given; what is wrong is left out.
pub(super) fn injected(
    method: &Method,
    place: &Place<'_>,
    report: &mut Report<'_>,
) -> Vec<Injected> {
    let mut all = Vec::new();
    for (index, (parameter, annotations)) in method.parameters.iter().enumerate() {
        match one(parameter, annotations, place) {
            Ok((given, lint)) => {
                all.push(given);
                if let Some(lint) = lint {
                    report.warning(
                        &method.name,
                        &format!("has a parameter {index} that {}", lint.0),
                        lint.1,
                    );
                }
            }
            Err((what, help)) => report.error(
                &method.name,
                &format!("has a parameter {index} {what}"),
                &help,
            ),
        }
    }
    all
}

type Wrong = (String, String);
/// What the author should know of a parameter, and what to do.
type Lint = (&'static str, &'static str);

/// What a parameter of this type, as in source, is given, and what the author should know of it.
fn one(
    parameter: &str,
    annotations: &[Annotation],
    place: &Place<'_>,
) -> Result<(Injected, Option<Lint>), Wrong> {
    let known: Vec<(&str, &Annotation)> = annotations
        .iter()
        .filter_map(|annotation| Some((name(annotation)?, annotation)))
        .collect();
    let (name, annotation) = match known.as_slice() {
        [] if parameter == CONTEXT => return Ok((Injected::Context, None)),
        [] => {
            return Err((
                format!("of type `{parameter}` without an annotation"),
                "expected @ThisValue, @Parameter, @ReturnValue, @ExceptionValue or @DeclaringClass, or the type ProbeContext".to_owned(),
            ));
        }
        [one] => *one,
        [(first, _), (second, _), ..] => {
            return Err((
                format!("with both @{first} and @{second}"),
                "it is given one value".to_owned(),
            ));
        }
    };
    if matches!(name, "ReturnValue" | "ExceptionValue") {
        check_point(name, place)?;
    }
    let of_type = |types: &[&str]| check_type(name, parameter, types);
    let spec = place.spec;
    Ok(match name {
        "ThisValue" => {
            of_type(&[OBJECT, &spec.class])?;
            let lint = (spec.is_constructor() && place.on == Point::Enter).then_some((
                "is always null: at ENTER of a constructor there is no object yet",
                "it is there at RETURN",
            ));
            (Injected::Value(Value::This), lint)
        }
        "ReturnValue" => {
            of_type(&[OBJECT, &spec.returns])?;
            let is_primitive = !parameter.contains(['.', '[']) && parameter == spec.returns;
            let lint = if spec.returns == "void" {
                Some(("is always null: the method returns nothing", "leave it out"))
            } else {
                (is_primitive && place.on == Point::Exit)
                    .then_some(("is zero where the method throws", "an `Object` can be null"))
            };
            (Injected::Value(Value::Return), lint)
        }
        "ExceptionValue" => {
            of_type(&["java.lang.Throwable"])?;
            (Injected::Value(Value::Exception), None)
        }
        "DeclaringClass" => {
            of_type(&["java.lang.Class"])?;
            (Injected::Value(Value::Class), None)
        }
        _ => {
            let index = match annotation.get("value") {
                Some(ElementValue::Int(index)) => *index,
                _ => -1,
            };
            let (number, declared) = argument(index, spec)?;
            of_type(&[OBJECT, declared])?;
            (Injected::Value(Value::Argument(number)), None)
        }
    })
}

/// The number of an argument, and its type.
fn argument(index: i32, spec: &ExactMethod) -> Result<(u8, &str), Wrong> {
    let number = u8::try_from(index).ok();
    let declared = number.and_then(|number| spec.parameters.get(usize::from(number)));
    number.zip(declared.map(String::as_str)).ok_or_else(|| {
        let count = spec.parameters.len();
        let help = match count {
            0 => "the intercepted method has no parameters".to_owned(),
            1 => "the intercepted method has one parameter, 0".to_owned(),
            _ => format!(
                "the intercepted method has the parameters 0 to {}",
                count - 1
            ),
        };
        (format!("with @Parameter({index})"), help)
    })
}

/// The result and the exception are not everywhere.
fn check_point(name: &str, place: &Place<'_>) -> Result<(), Wrong> {
    let (is_there, where_) = if name == "ReturnValue" {
        (matches!(place.on, Point::Exit | Point::Return), "RETURN")
    } else {
        (
            matches!(place.on, Point::Exit | Point::Exception),
            "EXCEPTION",
        )
    };
    if is_there {
        return Ok(());
    }
    let place = if place.is_split {
        "of a split".to_owned()
    } else {
        format!("at {}", name_of(place.on))
    };
    Err((
        format!("with @{name} {place}"),
        format!("it is there at EXIT and {where_}"),
    ))
}

fn check_type(name: &str, parameter: &str, types: &[&str]) -> Result<(), Wrong> {
    if types.contains(&parameter) {
        return Ok(());
    }
    let mut right: Vec<String> = Vec::new();
    for one in types {
        let shown = format!("`{one}`");
        if !one.is_empty() && *one != "void" && !right.contains(&shown) {
            right.push(shown);
        }
    }
    Err((
        format!("of type `{parameter}` with @{name}"),
        format!("expected {}", right.join(" or ")),
    ))
}

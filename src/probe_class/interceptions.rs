//! Interceptions and their additional ones: from annotations to the model.

use crate::classfile::{Annotation, ElementValue};
use crate::model::{
    Action, Additional, At, ExactMethod, Handler, Interception, Origin, Payload, Plain, Point,
    Split,
};

use super::api_calls::Calls;
use super::methods::{Kind, Method};
use super::parameters::{CONTEXT, Place, injected};
use super::probe::text;
use super::report::Report;
use super::vain;

const STRING: &str = "java.lang.String";
pub(super) const PAYLOAD: &str = "weave.probe.Payload";

/// An interception, with what has been found below it.
pub(super) struct Main {
    method: Method,
    spec: ExactMethod,
    on: Point,
    action: Option<Action>,
    additional: Vec<Additional>,
    /// What the additional ones call, with their points.
    below: Vec<(Point, Calls)>,
}

/// Reads the interception that `method` declares.
pub(super) fn main(method: Method, report: &mut Report<'_>) -> Main {
    let before = report.errors.len();
    let spec = spec(&method, report);
    let on = match method.kind {
        Kind::Split => Point::Enter,
        _ => point(&method, "invokeOn", report),
    };
    check_constructor(&method, &spec, on, report);
    check_answer(&method, on, report);
    vain::interception(&method, on, report);
    vain::payload(&method, report);
    let place = Place {
        spec: &spec,
        on,
        is_split: method.kind == Kind::Split,
    };
    let parameters = injected(&method, &place, report);
    let handler = method.handler(parameters);
    let action = match method.kind {
        Kind::Plain => Action::Plain(Plain {
            handler: Some(handler),
            ..Plain::default()
        }),
        _ => Action::Payload(Payload {
            text: None,
            handler: Some(handler),
            type_name: None,
            control_object: None,
            exception_payloads: flag(&method.annotation, "exceptionPayloads", false),
            own_event: false,
            outermost: false,
            split: (method.kind == Kind::Split).then(|| Split {
                payloads: flag(&method.annotation, "payloads", true),
            }),
        }),
    };
    Main {
        action: (report.errors.len() == before).then_some(action),
        method,
        spec,
        on,
        additional: Vec::new(),
        below: Vec::new(),
    }
}

impl Main {
    /// Adds an additional interception.
    pub(super) fn add(&mut self, method: &Method, report: &mut Report<'_>) {
        let before = report.errors.len();
        let on = point(method, "value", report);
        check_constructor(method, &self.spec, on, report);
        let records = flag(&self.method.annotation, "exceptionPayloads", false);
        vain::name(method, on, records, report);
        vain::payload(method, report);
        let names = self.method.kind == Kind::Payload && self.method.returns == PAYLOAD;
        if method.returns == STRING && !names {
            report.error(
                &method.name,
                &format!(
                    "returns a String, but the payload of `{}` takes no name from it",
                    self.method.name
                ),
                "below an interception that is no @PayloadInterception with a Payload as its result, it returns nothing",
            );
        } else if !matches!(method.returns.as_str(), "void" | STRING) {
            let right = if names {
                "`void` or `String`"
            } else {
                "`void`"
            };
            wrong_answer(method, right, report);
        }
        let place = Place {
            spec: &self.spec,
            on,
            is_split: false,
        };
        let parameters = injected(method, &place, report);
        self.below.push((on, method.calls));
        if report.errors.len() == before {
            self.additional.push(Additional {
                on,
                name: None,
                effects: Plain {
                    handler: Some(method.handler(parameters)),
                    ..Plain::default()
                },
            });
        }
    }

    /// The interception with the number `id` of the probe `key`, where nothing is wrong with it.
    pub(super) fn finish(
        self,
        id: u32,
        key: &str,
        report: &mut Report<'_>,
    ) -> Option<Interception> {
        self.check_deferred(report);
        self.check_states(report);
        self.check_split(report);
        let default_reentrant = self.method.kind == Kind::Plain;
        Some(Interception {
            id,
            at: At::Method,
            on: self.on,
            reentrant: flag(&self.method.annotation, "reentrant", default_reentrant),
            method: self.spec.spec(),
            action: self.action?,
            additional: self.additional,
            origin: Origin {
                file: report.source.to_owned(),
                line: self.method.line,
                key: format!("{key}.{}", self.method.name),
                span: 0..0,
                pack: None,
            },
        })
    }

    /// A name that is deferred is given at the end, where the code shows that it is deferred.
    fn check_deferred(&self, report: &mut Report<'_>) {
        let gives_name = |one: &Additional| {
            one.effects.handler.as_ref().is_some_and(Handler::answers)
                && match one.on {
                    Point::Exit => true,
                    Point::Return => self.spec.is_constructor(),
                    Point::Enter | Point::Exception => false,
                }
        };
        if !self.method.calls.defers_name || self.additional.iter().any(gives_name) {
            return;
        }
        if self.method.kind == Kind::Split {
            report.error(
                &self.method.name,
                "defers the name of a split",
                "only the name of a payload can be deferred: use createPayload",
            );
            return;
        }
        let help = if self.spec.is_constructor() {
            "below it belongs an @AdditionalInterception(InvocationType.RETURN) that returns a String"
        } else {
            "below it belongs an @AdditionalInterception(InvocationType.EXIT) that returns a String"
        };
        report.error(
            &self.method.name,
            "defers the name of its payload, and nothing gives it",
            help,
        );
    }

    /// A thread state is left again, where the code shows that it is entered.
    fn check_states(&self, report: &mut Report<'_>) {
        let mut below = self.below.iter();
        let enters = self.method.calls.enters_state || below.any(|(_, calls)| calls.enters_state);
        if enters && self.spec.is_constructor() {
            report.error(
                &self.method.name,
                "enters a thread state in a constructor",
                "a constructor that fails would not leave it",
            );
        } else if self.method.calls.enters_state && self.on == Point::Enter {
            let mut below = self.below.iter();
            let exits = self.method.calls.exits_state
                || below.any(|(on, calls)| *on == Point::Exit && calls.exits_state);
            if !exits {
                report.warning(
                    &self.method.name,
                    "enters a thread state, and nothing below it leaves it",
                    "below it belongs an @AdditionalInterception(InvocationType.EXIT) that calls ThreadState.exit()",
                );
            }
        }
    }

    fn check_split(&self, report: &mut Report<'_>) {
        let without_payloads = matches!(
            &self.action,
            Some(Action::Payload(Payload {
                split: Some(Split { payloads: false }),
                ..
            }))
        );
        if without_payloads && self.method.returns == PAYLOAD {
            report.warning(
                &self.method.name,
                "returns a Payload for a split without payloads: its type and control object have no effect",
                "return the name as a String, or set payloads = true",
            );
        }
    }
}

/// `method = @MethodSpec(…)`.
fn spec(method: &Method, report: &mut Report<'_>) -> ExactMethod {
    let Some(ElementValue::Annotation(spec)) = method.annotation.get("method") else {
        report.error(
            &method.name,
            "names no method",
            "expected method = @MethodSpec(…)",
        );
        return ExactMethod::default();
    };
    let parameters = match spec.get("parameterTypes") {
        Some(ElementValue::Array(types)) => types.iter().filter_map(as_text).collect(),
        Some(one) => as_text(one).into_iter().collect(),
        None => Vec::new(),
    };
    let exact = ExactMethod {
        class: text(spec, "className").unwrap_or_default(),
        name: text(spec, "methodName").unwrap_or_default(),
        parameters,
        returns: text(spec, "returnType").unwrap_or_default(),
        subtypes: flag(spec, "subtypes", false),
    };
    for (what, right) in exact.slips() {
        report.error(&method.name, &format!("has the wrong {what}"), &right);
    }
    exact
}

fn as_text(value: &ElementValue) -> Option<String> {
    match value {
        ElementValue::Text(text) => Some(text.clone()),
        _ => None,
    }
}

fn flag(annotation: &Annotation, name: &str, default: bool) -> bool {
    match annotation.get(name) {
        Some(ElementValue::Int(value)) => *value != 0,
        _ => default,
    }
}

/// The point that an element of the annotation names.
fn point(method: &Method, element: &str, report: &mut Report<'_>) -> Point {
    let constant = match method.annotation.get(element) {
        Some(ElementValue::Constant(name)) => name.as_str(),
        _ => "",
    };
    match constant {
        "ENTER" => Point::Enter,
        "EXIT" => Point::Exit,
        "RETURN" => Point::Return,
        "EXCEPTION" => Point::Exception,
        _ => {
            report.error(
                &method.name,
                &format!("has no `{element}` that is known"),
                "expected InvocationType.ENTER, EXIT, RETURN or EXCEPTION",
            );
            Point::Enter
        }
    }
}

/// No handler can cover the call of the superclass's constructor.
fn check_constructor(method: &Method, spec: &ExactMethod, on: Point, report: &mut Report<'_>) {
    if spec.is_constructor() && matches!(on, Point::Exit | Point::Exception) {
        report.error(
            &method.name,
            &format!("is called at {} of a constructor", name_of(on)),
            "for constructors there are ENTER and RETURN",
        );
    }
}

/// What an interception itself returns.
fn check_answer(method: &Method, on: Point, report: &mut Report<'_>) {
    match (method.kind, method.returns.as_str()) {
        (Kind::Plain, "void") | (Kind::Payload | Kind::Split, STRING) => {}
        (Kind::Plain, _) => wrong_answer(method, "`void`", report),
        (Kind::Payload, PAYLOAD) if on != Point::Enter => report.error(
            &method.name,
            &format!("returns a Payload at {}", name_of(on)),
            "only at ENTER: else return the name as a String",
        ),
        (Kind::Payload | Kind::Split, PAYLOAD) => {
            if !method.parameters.iter().any(|(one, _)| one == CONTEXT) {
                report.error(
                    &method.name,
                    "returns a Payload without a parameter of type ProbeContext",
                    "that is what makes payloads",
                );
            }
        }
        _ => wrong_answer(method, "`String` or `Payload`", report),
    }
}

fn wrong_answer(method: &Method, right: &str, report: &mut Report<'_>) {
    report.error(
        &method.name,
        &format!("returns `{}`", method.returns),
        &format!(
            "{} is for methods that return {right}",
            method.kind.annotation()
        ),
    );
}

pub(super) fn name_of(on: Point) -> &'static str {
    match on {
        Point::Enter => "ENTER",
        Point::Exit => "EXIT",
        Point::Return => "RETURN",
        Point::Exception => "EXCEPTION",
    }
}

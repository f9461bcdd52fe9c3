//! What a probe class declares and what cannot have any effect: warnings, since the author meant something by it.

use crate::classfile::{ClassFile, ElementValue};
use crate::model::{Point, Probe};

use super::api_calls::calls;
use super::interceptions::name_of;
use super::methods::{Kind, Method};
use super::report::Report;

const TYPES_HELP: &str = "types belong to payloads that ProbeContext.createPayload makes: return these, or leave customTypes out";

/// The elements of an interception that go with some points alone.
pub(super) fn interception(method: &Method, on: Point, report: &mut Report<'_>) {
    let Some(ElementValue::Int(value)) = method.annotation.get("exceptionPayloads") else {
        return;
    };
    let wanted = *value != 0;
    let payloads = method.annotation.get("payloads");
    if method.kind == Kind::Split && wanted && matches!(payloads, Some(ElementValue::Int(0))) {
        report.warning(
            &method.name,
            "sets exceptionPayloads for a split without payloads, which has no effect",
            "leave it out, or set payloads = true",
        );
    } else if method.kind == Kind::Payload
        && let Some(help) = on.vain_exception_payloads(wanted)
    {
        let point = name_of(on);
        let what = format!("sets exceptionPayloads = {wanted} at {point}, which has no effect");
        report.warning(&method.name, &what, help);
    }
}

/// The name that an additional interception gives to a payload that is not recorded: `on` is its point, and `records` says whether
/// the interception above records exceptions.
pub(super) fn name(method: &Method, on: Point, records: bool, report: &mut Report<'_>) {
    if on == Point::Exception && method.returns != "void" && !records {
        report.warning(
            &method.name,
            "names the payload of a method that throws, which is not recorded",
            "set exceptionPayloads = true in the interception above",
        );
    }
}

/// A payload that a method makes and does not return.
pub(super) fn payload(method: &Method, report: &mut Report<'_>) {
    if method.calls.makes_payload && method.returns == "void" {
        report.warning(
            &method.name,
            "makes a payload and returns nothing, so the payload has no effect",
            "@PayloadInterception and @SplitInterception are for methods that return a Payload",
        );
    }
}

/// Control objects of a probe that has none, in all methods of its class.
pub(super) fn control_objects(class: &ClassFile<'_>, report: &mut Report<'_>) {
    for member in &class.methods {
        if let Some(call) = calls(class, member).control_object {
            report.warning(
                &member.name.decode(),
                &format!("gives a control object to `{call}`, and the probe has none"),
                "set controlObjects = true in @Probe",
            );
        }
    }
}

/// A probe as a whole; `returns_payloads` where one of its methods does.
pub(super) fn probe(probe: &Probe, returns_payloads: bool, report: &mut Report<'_>) {
    if probe
        .class
        .as_ref()
        .is_some_and(|class| class.types.is_some())
    {
        if !returns_payloads {
            let what = "has customTypes, and no method that returns a Payload";
            report.class_warning(what, TYPES_HELP);
        } else if !probe.events && !probe.control_objects {
            report.class_warning(
                "has customTypes, and neither events nor control objects that show them",
                "leave customTypes out, or set events = true or controlObjects = true",
            );
        }
    }
}

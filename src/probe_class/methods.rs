//! The methods of a probe class, in the order of the class file: what each is for.

use crate::classfile::{
    Annotation, ClassFile, Member, access, visible_annotations, visible_parameter_annotations,
};
use crate::model::{Handler, Injected, Probe};
use crate::names::source_types;

use super::api_calls::{Calls, calls, line};
use super::interceptions::{self, Main};
use super::report::Report;
use super::telemetries;

/// What the annotation of a method says that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Payload,
    Split,
    Additional,
    Telemetry,
    ObjectName,
}

/// The annotations of methods, by their internal names.
const KINDS: [(&str, Kind); 6] = [
    ("weave/probe/interception/Interception", Kind::Plain),
    (
        "weave/probe/interception/PayloadInterception",
        Kind::Payload,
    ),
    ("weave/probe/interception/SplitInterception", Kind::Split),
    (
        "weave/probe/interception/AdditionalInterception",
        Kind::Additional,
    ),
    ("weave/probe/telemetry/Telemetry", Kind::Telemetry),
    ("weave/probe/ControlObjectName", Kind::ObjectName),
];

impl Kind {
    /// The annotation as it is written.
    pub(super) fn annotation(self) -> &'static str {
        match self {
            Self::Plain => "@Interception",
            Self::Payload => "@PayloadInterception",
            Self::Split => "@SplitInterception",
            Self::Additional => "@AdditionalInterception",
            Self::Telemetry => "@Telemetry",
            Self::ObjectName => "@ControlObjectName",
        }
    }
}

/// A method with one of the annotations.
pub(super) struct Method {
    /// Internal name of its class.
    class: String,
    pub(super) name: String,
    pub(super) descriptor: String,
    pub(super) kind: Kind,
    pub(super) annotation: Annotation,
    /// The types of its parameters, as in source, each with its annotations.
    pub(super) parameters: Vec<(String, Vec<Annotation>)>,
    /// The type of its result, as in source.
    pub(super) returns: String,
    pub(super) calls: Calls,
    /// Where it begins in its source; 0 where that is not known.
    pub(super) line: u32,
}

impl Method {
    /// How woven code calls it.
    pub(super) fn handler(&self, parameters: Vec<Injected>) -> Handler {
        Handler {
            class: self.class.clone(),
            method: self.name.clone(),
            descriptor: self.descriptor.clone(),
            parameters,
        }
    }
}

/// Reads all of them into the probe; interceptions are numbered from `next_id`.
pub(super) fn read(
    class: &ClassFile<'_>,
    probe: &mut Probe,
    next_id: u32,
    report: &mut Report<'_>,
) {
    let mut main: Option<Main> = None;
    for member in &class.methods {
        let Some(method) = method(class, member, report) else {
            continue;
        };
        if method.calls.enters_state
            && let Some(class) = &mut probe.class
        {
            class.thread_states = true;
        }
        match method.kind {
            Kind::Telemetry => telemetries::telemetry(&method, probe, report),
            Kind::ObjectName => telemetries::object_name(&method, probe, report),
            Kind::Additional => match &mut main {
                Some(main) => main.add(&method, report),
                None => report.error(
                    &method.name,
                    "is an @AdditionalInterception without an interception above it",
                    "it belongs to the nearest interception above, in the order of the class file",
                ),
            },
            Kind::Plain | Kind::Payload | Kind::Split => {
                finish(main.take(), probe, next_id, report);
                main = Some(interceptions::main(method, report));
            }
        }
    }
    finish(main, probe, next_id, report);
}

fn finish(main: Option<Main>, probe: &mut Probe, next_id: u32, report: &mut Report<'_>) {
    let Some(main) = main else { return };
    let id = next_id + u32::try_from(probe.interceptions.len()).unwrap_or(u32::MAX);
    let interception = main.finish(id, &probe.key, report);
    probe.interceptions.extend(interception);
}

/// A method with an annotation of ours, which it is right to have.
fn method(class: &ClassFile<'_>, member: &Member<'_>, report: &mut Report<'_>) -> Option<Method> {
    let name = member.name.decode().into_owned();
    let read = visible_annotations(&member.attributes, &class.pool).and_then(|own| {
        let parameters = visible_parameter_annotations(&member.attributes, &class.pool)?;
        Ok((own, parameters))
    });
    let Ok((annotations, of_parameters)) = read else {
        report.error(
            &name,
            "has annotations that cannot be read",
            "compile it again",
        );
        return None;
    };
    let mut known = annotations.into_iter().filter_map(|annotation| {
        let kind = KINDS
            .iter()
            .find(|(name, _)| *name == annotation.type_name)?
            .1;
        Some((kind, annotation))
    });
    let (kind, annotation) = known.next()?;
    if let Some((other, _)) = known.next() {
        report.error(
            &name,
            &format!("has both {} and {}", kind.annotation(), other.annotation()),
            "a method is for one of them: write two methods",
        );
        return None;
    }
    let help = format!("{} is for `public static` methods", kind.annotation());
    for (flag, what) in [
        (access::PUBLIC, "is not public"),
        (access::STATIC, "is not static"),
    ] {
        if member.access_flags & flag == 0 {
            report.error(&name, what, &help);
        }
    }
    let descriptor = member.descriptor.decode().into_owned();
    let (types, returns) = source_types(&descriptor)?;
    let mut of_parameters = of_parameters.into_iter();
    Some(Method {
        class: class.name.decode().into_owned(),
        calls: calls(class, member),
        line: line(class, member),
        parameters: types
            .into_iter()
            .map(|one| (one, of_parameters.next().unwrap_or_default()))
            .collect(),
        name,
        descriptor,
        kind,
        annotation,
        returns,
    })
}
